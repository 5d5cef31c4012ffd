// The auditor's pages. Facets narrow the list at once; a round is replayed by slider, by its links and by the keys ← and →.
// Without script the same links and buttons ask for whole pages.

const narrow = document.querySelector("form[data-narrow]");
narrow?.addEventListener("change", ({ target }) => target.matches("[type=checkbox]") && narrow.requestSubmit());
document.querySelector("select[name=dealer]")?.addEventListener("change", () => narrow.requestSubmit());

const replay = () => document.querySelector("[data-replay]");

let wanted = null;
let isAsking = false;

// Only the newest wish counts: the slider is dragged faster than pages come.
async function go(step) {
  const most = Number(replay().dataset.steps);
  wanted = Math.min(most, Math.max(0, step));
  if (isAsking) return;
  isAsking = true;
  try {
    while (wanted !== null) {
      const now = wanted;
      wanted = null;
      await show(now);
    }
  } finally {
    isAsking = false;
  }
}

async function show(step) {
  const address = new URL(replay().dataset.replay, location.href);
  address.searchParams.set("step", step);
  const response = await fetch(`${address}&part=replay`, { credentials: "same-origin" });
  if (!response.ok || response.redirected) return location.assign(address);
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("[data-replay]");
  const focused = document.activeElement?.id;
  replay().replaceWith(fresh);
  history.replaceState(null, "", address);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

const stepNow = () => Number(replay().dataset.step);

if (replay()) {
  document.addEventListener("input", ({ target }) => target.id === "step" && go(Number(target.value)));
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-slider]")) return;
    event.preventDefault();
    go(Number(event.target.elements.step.value));
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-slider] a");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(Number(new URL(link.href).searchParams.get("step")));
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, summary, [contenteditable]");
    if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") go(stepNow() - 1);
    if (event.key === "ArrowRight") go(stepNow() + 1);
  });
}
