// The dealer's tablet. The server renders each screen; this file keeps taps and moves what must not wait for an answer.
//
// A tap is written down here first, with a key of its own and its time, and then delivered, in order, one at a time. While the
// server is away taps are kept (over a reload too) and delivered when it is back; a tap that arrived but was not answered is
// sent again under the same key, and the server answers it as the first time. Nothing is lost, nothing is taken twice.

const SCREEN = "tablet";
const PATIENCE_MS = 8000; // longer than this without an answer counts as no contact
const AGAIN_MS = [500, 1000, 2000, 4000];

const screen = () => document.getElementById(SCREEN);
const find = (selector) => screen().querySelector(selector);
const all = (selector) => [...screen().querySelectorAll(selector)];

// ---- taps: kept, then delivered -----------------------------------------------------------------------------------

const place = screen().dataset.keeps; // one queue for each table and dealer
let taps = JSON.parse(localStorage.getItem(place) ?? "[]");
let made = 0; // taps since this page was opened: a screen that was asked for before one of them is out of date
let isDelivering = false;
let tries = 0;
let lostAt = null;

function keep(tap) {
  made += 1;
  taps.push(tap);
  remember();
  showWaiting();
  deliver();
}

function remember() {
  localStorage.setItem(place, JSON.stringify(taps));
}

// Not crypto.randomUUID: a tablet may be on plain http inside the house.
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const skew = Number(document.body.dataset.now) - Date.now(); // times are told by the server's clock

async function deliver() {
  if (isDelivering) return;
  isDelivering = true;
  try {
    await deliverAll();
    tries = 0;
    contact(true);
  } catch {
    contact(false);
    setTimeout(deliver, AGAIN_MS[Math.min(tries++, AGAIN_MS.length - 1)]);
  } finally {
    isDelivering = false;
  }
}

async function deliverAll() {
  let refused = null;
  while (taps.length) {
    const response = await send(taps[0]);
    if (response.redirected) return location.assign(response.url); // logged out: the taps stay
    const answer = read(await response.text());
    if (!answer) return location.reload(); // no longer this dealer's table
    taps.shift();
    remember();
    refused = answer.querySelector(".refused") ?? refused;
    if (!taps.length) show(answer, refused);
    else showWaiting();
  }
}

async function send(tap) {
  const body = new FormData();
  for (const [name, value] of tap.body) body.append(name, value);
  if (lostAt !== null || tap.isLate) body.append("late", "1");
  const response = await fetch(tap.to, {
    method: "POST",
    body,
    headers: { "X-Seventeen-Tap": "1", "X-CSRFToken": find("[name=csrfmiddlewaretoken]").value },
    credentials: "same-origin",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (response.status >= 500) throw new Error(`answered ${response.status}`);
  return response;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-tap]")) return;
  event.preventDefault();
  const button = event.submitter;
  if (form.closest('[aria-busy="true"]') || isAimless(form, button)) return;
  if (form.matches("[data-deal-up]") && !isDecided(form, button)) return;
  prepare(form, button);
  const body = [...new FormData(form, button)].filter(([name]) => name !== "csrfmiddlewaretoken" && name !== "key");
  body.push(["key", newKey()], ["at", String(Date.now() + skew)]);
  const to = button?.hasAttribute("formaction") ? button.formAction : form.action;
  const words = wordsOf(form, button);
  const isCard = advance(form, button);
  if (!isCard && lostAt === null) form.setAttribute("aria-busy", "true"); // until the answer: one tap is one tap
  keep({ to, body, words, isLate: lostAt !== null, isCard });
});

// A card or a word for a hand, and nobody has said which.
function isAimless(form, button) {
  if (button?.matches("[data-downs]")) return downs().length === 0;
  const slot = form.querySelector("input[name=slot]");
  return (form.matches("[data-pad]") || button?.matches("[data-needs-slot]")) && slot?.value === "";
}

function wordsOf(form, button) {
  const where = form.matches("[data-pad], [data-aims]") ? JSON.parse(screen().dataset.target || "null")?.name : "";
  const what = button?.querySelector("[aria-label]")?.getAttribute("aria-label") ?? button?.textContent.trim() ?? "";
  return [where, what].filter(Boolean).join(": ");
}

// ---- screens ------------------------------------------------------------------------------------------------------

const read = (html) => new DOMParser().parseFromString(html, "text/html").getElementById(SCREEN);

function show(fresh, refused = null) {
  if (refused && !fresh.querySelector(".refused")) fresh.querySelector(".step")?.append(refused);
  const focused = document.activeElement?.id;
  const { picked, number } = screen().dataset;
  if (picked && number === fresh.dataset.number) fresh.dataset.picked = picked;
  screen().replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  isStale = false;
  dress();
  if (opensNext) open(opensNext);
}

function dress() {
  screen().classList.toggle("cut", lostAt !== null);
  screen().classList.toggle("by-hand", isByHand());
  drawStakes();
  showTarget();
  showWaiting();
}

let isStale = false;

async function refresh() {
  isStale = true;
  if (taps.length || isDelivering || openPanel()) return;
  isStale = false;
  const asked = made;
  try {
    const response = await fetch(screen().dataset.src, { credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.redirected || response.status === 403) return location.reload();
    const fresh = response.ok && read(await response.text());
    if (fresh && made === asked && !taps.length && !openPanel()) {
      // What the dealer has touched for the next card holds, whatever else has changed meanwhile.
      const { chosen, target, script } = screen().dataset;
      if (chosen) Object.assign(fresh.dataset, { chosen, target, script });
      carry(fresh);
      show(fresh);
    }
    if (response.ok) contact(true);
  } catch {
    contact(false);
  }
}

// So do the boxes that are ticked and the sum that is typed between rounds.
function carry(fresh) {
  for (const input of all(".ground input:is([type=checkbox], [type=radio], [inputmode])")) {
    const which = input.matches("[inputmode]") ? `#${input.id}` : `[name="${input.name}"][value="${input.value}"]`;
    const same = fresh.querySelector(`.ground input${which}`);
    if (same) Object.assign(same, { checked: input.checked, value: input.value });
  }
}

// live.js holds the browser's one stream and passes everything on over this channel. A lost stream alone cuts nobody off:
// asking for the screen shows whether the server is there.
new BroadcastChannel("seventeen-live").onmessage = ({ data: { kind, note } }) => {
  if (kind === "ping" || (kind === "change" && (note.table ?? note.chips) !== screen().dataset.table)) return;
  if (taps.length) deliver();
  else refresh();
};

addEventListener("online", deliver);
addEventListener("offline", () => contact(false));

// ---- a camera that follows ------------------------------------------------------------------------------------------

// By hand holds for the round in which it was asked for; with the next one the camera is followed again.
const hands = `${place}.hand`;
const isByHand = () => sessionStorage.getItem(hands) === screen().dataset.number;

function takeByHand(isWanted) {
  if (isWanted) sessionStorage.setItem(hands, screen().dataset.number);
  else sessionStorage.removeItem(hands);
  screen().classList.toggle("by-hand", isByHand());
}

// The card that was touched: what its panel is about, over a fresh screen too.
let touched = null;

function drawTouched() {
  const panel = find("#card");
  if (!panel || !touched) return;
  panel.querySelector("[data-card-fact]").value = touched.fact;
  panel.querySelector("[data-card-name]").textContent = touched.name;
  const likely = touched.likely.split(" ");
  for (const button of panel.querySelectorAll("[name=card]")) button.classList.toggle("likely", likely.includes(button.value));
}

// ---- no contact ---------------------------------------------------------------------------------------------------

const clock = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "medium", hourCycle: "h23", timeZone: document.body.dataset.zone });

function contact(isThere) {
  if (isThere === (lostAt === null)) return;
  lostAt = isThere ? null : Date.now();
  screen().classList.toggle("cut", !isThere);
  for (const time of all("[data-lost-at]")) time.textContent = lostAt ? clock.format(lostAt + skew) : "";
  for (const form of all("form[aria-busy]")) form.removeAttribute("aria-busy");
  showTarget();
  showWaiting();
  if (isThere) refresh();
  else setTimeout(probe, AGAIN_MS[0]);
}

// Nothing waits to be delivered, so something must ask whether the server is back.
async function probe() {
  if (lostAt === null) return;
  if (taps.length) return deliver();
  await refresh();
  if (lostAt !== null) setTimeout(probe, AGAIN_MS[2]);
}

function showWaiting() {
  const list = find("[data-kept]");
  if (list) {
    list.replaceChildren(...taps.slice(-6).map((tap) => Object.assign(document.createElement("li"), { textContent: tap.words })));
  }
  for (const count of all("[data-kept-count]")) count.textContent = taps.length;
  // Where the next card goes is known ahead of cards alone: after a word the pad waits for the answer.
  const waits = taps.length > 0 && lostAt === null;
  const isOpen = taps.every((tap) => tap.isCard);
  for (const pad of all("[data-pad]")) pad.setAttribute("aria-busy", String(waits && !(isOpen && pad.dataset.next)));
}

// ---- where the next card goes: the pad always says it -----------------------------------------------------------------

// data-script of the screen: the slots that the deal goes through from here, as the engine says.
function advance(form, button) {
  if (!form.matches("[data-pad]")) return false;
  const script = scriptNow();
  script.splice(0, button?.matches("[data-downs]") ? downs().length : 1);
  screen().dataset.script = JSON.stringify(script);
  aim(script[0] ?? null);
  return true;
}

const scriptNow = () => JSON.parse(screen().dataset.script || "[]");

// The run of closed cards that comes next in the deal: one tap says that all of them lie.
function downs() {
  const script = scriptNow();
  const end = script.findIndex(({ what, face }) => what !== "card" || face !== "down");
  return script.slice(0, end < 0 ? script.length : end).map(({ slot }) => slot);
}

// A hand shows its cards, or one lies open in the pack: the next taps are about these.
function go(script) {
  const panel = openPanel();
  if (panel) open(panel.id);
  screen().dataset.script = JSON.stringify(script);
  aim(script[0]);
  screen().dataset.chosen = "1";
}

// The deal beforehand: cards are collected here until the one that decides falls.
function isDecided(form, button) {
  const cards = form.querySelector("[data-dealt]");
  if (button.value === "back" || button.value.includes("?")) return false;
  cards.value = `${cards.value} ${button.value}`.trim();
  const seats = form.dataset.seats.split(" ");
  const dealt = cards.value.split(" ");
  form.closest("[data-panel]").querySelector("[data-next-seat]").textContent = seats[dealt.length % seats.length];
  form.closest("[data-panel]").querySelector("[data-dealt-up]").append(button.querySelector(".mini").cloneNode(true));
  return form.dataset.decides.split(" ").includes(button.value);
}

// By hand: a card lies elsewhere than the step says.
function choose({ slot, name }) {
  aim({ slot, name, what: "card" });
  screen().dataset.chosen = "1";
}

function aim(target) {
  delete screen().dataset.chosen;
  screen().dataset.target = target ? JSON.stringify(target) : "";
  showTarget();
}

function showTarget() {
  const target = JSON.parse(screen().dataset.target || "null");
  for (const pad of all("[data-pad], [data-aims]")) {
    pad.dataset.next = target ? "1" : "";
    for (const name of ["slot", "fact", "lie", "what"]) {
      const input = pad.querySelector(`input[name=${name}]`);
      if (input) input.value = target?.[name] ?? input.dataset.without ?? "";
    }
    const words = pad.querySelector("[data-target-name]");
    if (words) words.textContent = target?.name ?? words.dataset.without;
  }
  for (const button of all("[data-downs]")) button.hidden = downs().length < 2;
  for (const back of all(".back")) back.classList.toggle("expected", target?.face === "down");
  for (const slot of all("[data-slot]")) slot.setAttribute("aria-pressed", String(slot.dataset.slot === target?.slot));
}

// ---- stakes by chips: drawn here, sent when the stakes are closed -----------------------------------------------------

const drafts = () => `${place}.stakes.${screen().dataset.number}`;
const stakes = () => JSON.parse(localStorage.getItem(drafts()) ?? "{}");

function changeStake(change) {
  const box = screen().dataset.picked;
  if (!box) return;
  const drafted = stakes();
  drafted[box] = change(drafted[box] ?? 0);
  if (!drafted[box]) delete drafted[box];
  forgetStakes();
  localStorage.setItem(drafts(), JSON.stringify(drafted));
  drawStakes();
}

function forgetStakes() {
  for (const old of Object.keys(localStorage)) if (old.startsWith(`${place}.stakes.`)) localStorage.removeItem(old);
}

function drawStakes() {
  if (!find("[data-stakes], [data-stakes-wanted]")) return forgetStakes(); // they were taken
  const drafted = stakes();
  screen().dataset.picked ||= all("[data-box]").find((pad) => !(pad.dataset.box in drafted))?.dataset.box ?? "";
  for (const pad of all("[data-box]")) drawStake(pad, drafted[pad.dataset.box] ?? 0);
  const isAny = Object.keys(drafted).length > 0;
  for (const button of all("[data-any-stake]")) button.hidden = !isAny;
  for (const button of all("[data-no-stake]")) button.hidden = isAny;
  awaitChange(find("[data-box].bad") !== null);
  for (const words of all("[data-box-now]")) words.textContent = screen().dataset.picked;
  for (const words of all("[data-drafted]")) {
    words.textContent = Object.entries(drafted).map(([box, minor]) => `${box}: ${sum(minor)}`).join(" · ");
  }
}

// A refused stake is sent again only after it was changed; then its refusal has had its say.
function awaitChange(isRefused) {
  const close = find("[data-sends-stakes] button");
  if (!close || (!isRefused && !close.disabled)) return;
  close.disabled = isRefused;
  if (isRefused) return;
  find(".step .refused")?.remove();
  for (const why of all("[data-why]")) why.hidden = false;
}

function drawStake(pad, minor) {
  pad.classList.toggle("free", !minor);
  if (pad.dataset.drawn && pad.dataset.drawn !== String(minor)) pad.classList.remove("bad");
  pad.dataset.drawn = minor;
  pad.setAttribute("aria-pressed", String(pad.dataset.box === screen().dataset.picked));
  pad.querySelector(".amount").textContent = minor ? sum(minor) : "";
  pad.querySelector(".word").hidden = minor > 0;
  pad.querySelector(".stack").replaceChildren(...chipsOf(minor).map((chip) => find(`[data-chip="${chip}"] .chip`).cloneNode(true)));
}

function chipsOf(minor) {
  const kinds = all("[data-chip]").map((chip) => Number(chip.dataset.chip)).sort((a, b) => b - a);
  const found = [];
  for (const kind of kinds) if (kind % 100 === 0 || minor % 100 !== 0) for (; minor >= kind && found.length < 4; minor -= kind) found.push(kind);
  return found;
}

function sum(minor) {
  const whole = String(Math.floor(minor / 100)).replace(/\B(?=(\d{3})+$)/g, "\u202f");
  return minor % 100 ? `${whole}${screen().dataset.point}${String(minor % 100).padStart(2, "0")}` : whole;
}

// What a form sends that only this page knows.
function prepare(form, button) {
  if (button?.matches("[data-downs]")) button.value = downs().join(",");
  if (!form.matches("[data-sends-stakes]")) return;
  for (const old of form.querySelectorAll("input[name=stake]")) old.remove();
  for (const [box, minor] of Object.entries(stakes())) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "stake", value: `${box}:${minor}` }));
  }
}

// ---- panels, keys ---------------------------------------------------------------------------------------------------

const openPanel = () => find("[data-panel]:not([hidden])");

let opensNext = null;

// What the last tap entered must stand in the panel: while it is on its way the panel waits for the answer.
function openWhenKnown(name) {
  if (taps.length && lostAt === null) opensNext = name;
  else open(name);
}

function open(name) {
  opensNext = null;
  if (name === "card") drawTouched();
  const wasOpen = openPanel()?.id;
  for (const panel of all("[data-panel]")) panel.hidden = panel.id !== name || wasOpen === name;
  const isOpen = Boolean(openPanel());
  for (const part of all("[data-ground]")) part.hidden = isOpen;
  for (const button of all("[data-opens]")) button.setAttribute("aria-expanded", String(button.dataset.opens === openPanel()?.id));
  openPanel()?.querySelector("input, button")?.focus({ preventScroll: true });
  if (!isOpen && isStale) refresh();
}

function press(key) {
  const shown = key.closest("form").querySelector("input[name=amount]");
  const point = screen().dataset.point;
  const digit = key.dataset.key;
  if (digit === "back") shown.value = shown.value.slice(0, -1);
  else if (digit === "point") shown.value += shown.value.includes(point) ? "" : point;
  else shown.value += digit;
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button?.closest(`#${SCREEN}`)) return;
  if (button.dataset.fact) touched = { ...button.dataset };
  if (button.dataset.byHand !== undefined) takeByHand(button.dataset.byHand !== "");
  if (button.dataset.opens) openWhenKnown(button.dataset.opens);
  if (button.dataset.slot) choose(button.dataset);
  if (button.dataset.goes) go(JSON.parse(button.dataset.goes));
  if (button.dataset.box) {
    screen().dataset.picked = button.dataset.box;
    drawStakes();
  }
  if (button.dataset.chip) changeStake((minor) => minor + Number(button.dataset.chip));
  if (button.matches("[data-clear-box]")) changeStake(() => 0);
  if (button.dataset.key) press(button);
});

document.addEventListener("change", ({ target }) => {
  const amount = target.closest("form")?.querySelector("input[name=amount]");
  if (amount && target.dataset.amount !== undefined) amount.value = target.dataset.amount;
});

// A picture that has not come yet is left out; the cards to choose from stand without it.
document.addEventListener("error", ({ target }) => target.matches?.("img.crop") && target.remove(), true);

dress();
if (taps.length) deliver();
