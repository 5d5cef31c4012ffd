// Dealer school. The server renders each screen; this file sends what was touched and keeps the tool in hand.

const screen = () => document.getElementById("school");
const PATIENCE_MS = 8000;
let isSending = false;

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-act]")) return;
  event.preventDefault();
  if (isSending) return; // one tap is one tap
  isSending = true;
  const body = new FormData(form, event.submitter);
  const focused = event.submitter?.id;
  try {
    const headers = { "X-Seventeen-Tap": "1" };
    const response = await fetch(form.action, { method: "POST", body, headers, credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.redirected) return location.assign(response.url);
    if (response.status >= 500) throw new Error(`answered ${response.status}`);
    show(await response.text(), focused);
  } catch {
    lost(true);
  } finally {
    isSending = false;
  }
});

function show(html, focused) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("school");
  if (!fresh) return location.reload();
  const isRefused = fresh.querySelector(".refused") !== null;
  const amount = amountField().value;
  screen().replaceWith(fresh);
  if (isRefused) amountField().value = amount;
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

// Nothing was taken: the screen stays as it was, and the next touch tries again.
function lost(isLost) {
  for (const sign of screen().querySelectorAll("[data-lost]")) sign.hidden = !isLost;
}

const amountField = () => screen().querySelector("#amount");

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-key]")?.dataset.key;
  if (!key) return;
  const field = amountField();
  field.value = key === "back" ? field.value.slice(0, -1) : typed(field.value, key);
});

function typed(text, key) {
  const point = screen().dataset.point;
  if (key === point) return text.includes(point) ? text : `${text || "0"}${point}`;
  return text === "0" ? key : text + key;
}

// Return in the amount is no touch of a box: the box is touched next.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.id === "amount") event.preventDefault();
});
