// The sign form: each change shows at once what would hang, and why it cannot. Without this script the button Preview does the same.
const WAIT_MS = 220;
const form = document.getElementById("sign-form");
let waiting = 0;
let asked = 0;

async function preview() {
  const mine = ++asked;
  const body = new FormData(form);
  body.set("do", "preview");
  const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" }, credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok || answer.redirected || mine !== asked) return; // the page says by itself when it is cut off
  const parts = new DOMParser().parseFromString(await answer.text(), "text/html").body.children;
  if (mine !== asked) return;
  for (const part of [...parts]) {
    const now = part.id && document.getElementById(part.id);
    if (now && now.outerHTML !== part.outerHTML) now.replaceWith(part);
  }
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(preview, WAIT_MS);
}

// A number that is typed, and a time, are chosen by being typed.
function chooseBeside(field) {
  const radio = field.name === "at" ? form.querySelector("[name=when][value=later]") : field.closest(".value")?.querySelector("input[type=radio]");
  if (radio && field !== radio) radio.checked = true;
}

form?.addEventListener("input", ({ target }) => {
  if (target.type !== "radio") chooseBeside(target);
  soon();
});

document.querySelector("[data-print]")?.addEventListener("click", () => print());
