// Live pages. One stream a browser: the tab that holds the lock keeps it and passes each message on to the other tabs.
// A change carries ids only; every region it concerns asks the server for its fresh fragments and swaps them by id.
//
//   <main data-live="table shoe" data-src="/pit?part=changes">      any change of these topics
//   <section data-live="table:BJ-12" data-src="/tables/BJ-12?part=all">   changes of one table only
//
// A fragment that somebody is typing in is left alone; the server refuses what has become stale.

const channel = new BroadcastChannel("seventeen-live");
const QUIET_MS = 40_000; // the server pings every 15 s: two missed pings and some slack
const AGAIN_MS = 3000; // between two tries to open a stream that was refused
const GATHER_MS = 60; // changes that come together are one question
const BY_SCRIPT = { "HX-Request": "true" }; // the server answers with fragments instead of pages
const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";
let heardAt = Date.now();
let lostAt = null;
let triedAt = 0;

// ---- the stream -------------------------------------------------------------------------------------------------

let reopen = () => {}; // the leading tab's: drop the stream and open it anew

function listen() {
  return new Promise((stop) => {
    const stream = new EventSource(document.body.dataset.stream);
    const pass = (message) => {
      hear(message);
      channel.postMessage(message);
    };
    reopen = () => {
      stream.close();
      stop();
    };
    stream.onerror = () => {
      pass({ kind: "lost" });
      if (stream.readyState === EventSource.CLOSED) setTimeout(stop, AGAIN_MS);
    };
    for (const kind of ["hello", "change", "resync", "ping"]) {
      stream.addEventListener(kind, ({ data }) => pass({ kind, note: kind === "change" ? JSON.parse(data) : {} }));
    }
  });
}

async function lead() {
  for (;;) await navigator.locks.request("seventeen-live", listen);
}

function hear({ kind, note }) {
  if (kind === "lost") return cutOff();
  if (kind === "reopen") return reopen();
  heardAt = Date.now();
  const wasLost = lostAt !== null;
  lostAt = null;
  if (wasLost) showCutOff();
  if (wasLost || kind === "hello" || kind === "resync") askAll();
  else if (kind === "change") regions().filter((region) => concerns(region, note)).forEach((region) => ask(region, new URLSearchParams(note)));
}

const askAll = () => regions().forEach((region) => ask(region, new URLSearchParams()));

// ---- regions ----------------------------------------------------------------------------------------------------

const regions = () => [...document.querySelectorAll("[data-live]")];

function concerns(region, note) {
  return region.dataset.live.split(" ").some((wanted) => {
    const [topic, which] = wanted.split(":");
    return topic === note.topic && (!which || which === String(note[topic]));
  });
}

const waiting = new Map(); // region -> Map of queries to ask for

function ask(region, query) {
  const known = waiting.get(region);
  if (known) return void known.set(query.toString(), query);
  waiting.set(region, new Map([[query.toString(), query]]));
  setTimeout(() => answer(region), GATHER_MS);
}

async function answer(region) {
  const queries = [...waiting.get(region).values()];
  waiting.set(region, new Map());
  const whole = queries.find((query) => query.size === 0);
  for (const query of whole ? [whole] : queries) await swapFrom(region, query);
  const more = waiting.get(region).size > 0;
  if (more && region.isConnected) setTimeout(() => answer(region), GATHER_MS);
  else waiting.delete(region);
}

async function swapFrom(region, query) {
  const address = new URL(region.dataset.src, location.href);
  for (const [name, value] of query) address.searchParams.append(name, value);
  try {
    const response = await fetch(address, { headers: BY_SCRIPT, credentials: "same-origin" });
    if (response.redirected || response.status === 403) return location.reload();
    if (!response.ok) return;
    const text = await response.text();
    await pressed; // a finger on a button: were it swapped now, its click would be lost
    swap(text);
  } catch {
    cutOff();
  }
}

// Until the finger, or the mouse, is up again and its click was heard; a release that nobody hears is not waited for long.
const PRESSED_MS = 5000;
const CLICK_MS = 50; // a touch's click comes a little after it
let pressed = null;

document.addEventListener("pointerdown", () => {
  pressed = new Promise((lifted) => {
    const soon = () => setTimeout(lifted, CLICK_MS);
    for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, soon, { once: true, capture: true });
    setTimeout(lifted, PRESSED_MS);
  });
}, true);

// Replaces each element whose id the answer carries; what is new on a list arrives once, visibly.
function swap(html) {
  for (const next of [...new DOMParser().parseFromString(html, "text/html").body.children]) {
    const now = next.id && document.getElementById(next.id);
    if (now) swapOne(now, next);
  }
  tick();
}

// What of a fragment is worth a swap: not its ages, its form tokens, or what is unfolded in it.
function essence(element) {
  const copy = element.cloneNode(true);
  copy.querySelectorAll("time[data-since], time[data-clock]").forEach((time) => time.replaceChildren());
  copy.querySelectorAll("[name=csrfmiddlewaretoken]").forEach((token) => token.remove());
  copy.querySelectorAll("details").forEach((details) => details.removeAttribute("open"));
  copy.querySelectorAll(".new").forEach((item) => item.classList.remove("new"));
  return copy.outerHTML;
}

function swapOne(now, next) {
  if (essence(now) === essence(next)) return;
  if (isBeingTypedIn(now)) return swapAround(now, next);
  keepAsLeft(now, next);
  const focusAgain = focusIn(now);
  now.replaceWith(next);
  focusAgain();
  follow(next);
}

// Who works by keyboard stays where they were: the same control of the nearest element that has an id.
function focusIn(root) {
  const focused = document.activeElement;
  const holder = root.contains(focused) ? focused.closest("[id]") : null;
  if (!holder) return () => {};
  const nth = [...holder.querySelectorAll(CONTROLS)].indexOf(focused);
  return () => {
    const again = document.getElementById(holder.id);
    (nth < 0 ? again : again?.querySelectorAll(CONTROLS)[nth])?.focus({ preventScroll: true });
  };
}

// Somebody types in one part: the parts beside it are swapped, the part itself waits.
function swapAround(now, next) {
  const parts = [...next.children].filter((part) => part.id);
  for (const part of [...now.children]) {
    if (part.id && !parts.some(({ id }) => id === part.id) && !isBeingTypedIn(part)) part.remove();
  }
  for (const part of parts) {
    const old = document.getElementById(part.id);
    if (!old) now.prepend(part);
    else if (!isBeingTypedIn(old)) swapOne(old, part);
  }
}

// A row that scrolls shows the step that is due.
function follow(root) {
  for (const row of root.querySelectorAll("[data-follow]")) {
    const due = row.querySelector("[aria-current=step]");
    if (!due) continue;
    const start = due.parentElement.firstElementChild.offsetLeft;
    const most = row.scrollWidth - row.clientWidth;
    const fits = [...due.parentElement.children].filter((step) => step.offsetLeft - start <= most); // so that none is cut
    const first = fits.find((step) => step.offsetLeft >= due.offsetLeft - row.clientWidth / 2) ?? fits.at(-1);
    row.scrollLeft = first.offsetLeft - start;
  }
}

function keepAsLeft(now, next) {
  for (const details of now.querySelectorAll("details[id]")) {
    next.querySelector(`#${CSS.escape(details.id)}`)?.toggleAttribute("open", details.open);
  }
  for (const item of next.querySelectorAll("[data-arrives][id]")) {
    if (!document.getElementById(item.id)) item.classList.add("new");
  }
  for (const { scrollTop, id } of now.querySelectorAll("[data-scroll][id]")) {
    queueMicrotask(() => document.getElementById(id)?.scrollTo({ top: scrollTop }));
  }
}

const TYPED = "form[data-typed], form :is(input, select, textarea):focus";
const isBeingTypedIn = (element) => element.matches(TYPED) || element.querySelector(TYPED) !== null;

document.addEventListener("input", ({ target }) => target.closest("form")?.setAttribute("data-typed", ""));
document.addEventListener("reset", ({ target }) => target.removeAttribute("data-typed"));

// ---- forms that stay on the page: <form data-swap>, answered with fragments (a refusal is one too) --------------------

const FIELDS = "select, textarea, input:not([type=hidden])";

// What was typed stays, and why it was not taken stands below it. Where somebody was quicker, the page shows what they did.
function refuse(form, text) {
  const said = new DOMParser().parseFromString(text, "text/html").querySelector(".error");
  if (!said || "overtaken" in said.dataset || !form.querySelector(FIELDS)) return done(form, text);
  const wrong = form.querySelector(".wrong.why") ?? form.appendChild(document.createElement("p"));
  wrong.className = "wrong why";
  wrong.setAttribute("role", "alert");
  wrong.replaceChildren(...said.childNodes);
  wrong.scrollIntoView({ block: "nearest" });
}

function done(form, text) {
  const region = form.closest("[data-live]");
  form.removeAttribute("data-typed");
  form.querySelector(".wrong.why")?.remove();
  if (form.contains(document.activeElement) && document.activeElement.matches(FIELDS)) document.activeElement.blur();
  form.reset();
  form.closest("details.once")?.removeAttribute("open");
  saidAt = Date.now(); // before the swap, which forgets what was said long ago
  swap(text);
  if (region) ask(region, new URLSearchParams());
}

// What was said about the last form goes when it has been read.
const READ_MS = 10_000;
let saidAt = Date.now();

function forget() {
  if (Date.now() - saidAt > READ_MS) document.querySelectorAll("#messages [role=status]").forEach((item) => item.remove());
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-swap]")) return;
  event.preventDefault();
  const body = new FormData(form, event.submitter);
  event.submitter?.setAttribute("aria-disabled", "true");
  try {
    const action = event.submitter?.hasAttribute("formaction") ? event.submitter.formAction : form.action;
    const response = await fetch(action, { method: "POST", body, headers: BY_SCRIPT, credentials: "same-origin" });
    if (response.redirected) return location.assign(response.url);
    const next = response.headers.get("X-Seventeen-Next"); // a page that is to be loaded, with what was said
    if (next) return location.assign(next);
    const text = await response.text();
    if (/^\s*<!doctype/i.test(text)) location.reload();
    else if (response.ok) done(form, text);
    else refuse(form, text);
  } catch {
    cutOff();
  } finally {
    event.submitter?.removeAttribute("aria-disabled");
  }
});

// ---- cut off, ages and the clock --------------------------------------------------------------------------------

// Nothing was heard for too long: a connection can die without a word. Every few seconds it is opened anew.
function gone() {
  cutOff();
  if (Date.now() - triedAt < QUIET_MS / 8) return;
  triedAt = Date.now();
  reopen();
}

function tryNow() {
  reopen();
  channel.postMessage({ kind: "reopen" });
  askAll();
}

function cutOff() {
  lostAt ??= heardAt;
  showCutOff();
}

function showCutOff() {
  const notice = document.getElementById("cut-off");
  document.body.classList.toggle("cut", lostAt !== null);
  if (!notice) return;
  notice.hidden = lostAt === null;
  if (lostAt === null) return;
  notice.querySelector("[data-since-clock]").textContent = clock.format(lostAt);
  notice.querySelector("[data-age-s]").textContent = Math.round((Date.now() - lostAt) / 1000);
}

const ZONE = { timeZone: document.body.dataset.zone || undefined, hourCycle: "h23" };
const clock = new Intl.DateTimeFormat("en", { ...ZONE, hour: "2-digit", minute: "2-digit", second: "2-digit" });
const minute = new Intl.DateTimeFormat("en", { ...ZONE, hour: "2-digit", minute: "2-digit" });

function age(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

const skew = Number(document.body.dataset.now) - Date.now(); // ages are counted by the server's clock

function tick() {
  const now = Date.now() + skew;
  for (const element of document.querySelectorAll("time[data-since]")) element.textContent = age(now - Number(element.dataset.since));
  for (const element of document.querySelectorAll("time[data-clock]")) element.textContent = minute.format(now);
  if (document.body.dataset.stream && Date.now() - heardAt > QUIET_MS) gone();
  if (lostAt !== null) showCutOff();
  forget();
}

document.addEventListener("click", ({ target }) => target.closest("[data-try-now]") && tryNow());

setInterval(tick, 1000);
tick();
follow(document);
if (document.body.dataset.stream) {
  channel.onmessage = ({ data }) => hear(data);
  addEventListener("offline", cutOff);
  addEventListener("online", tryNow);
  lead();
  setTimeout(askAll, 1000); // what changed while this page was on its way
}
