// A report that is being made: its page asks how far it is until it is done. Who may hear no stream reads reports too.

const AGAIN_MS = 700;
const BY_SCRIPT = { "HX-Request": "true" };

async function look() {
  const now = document.querySelector("[data-poll]");
  if (!now) return;
  try {
    const response = await fetch(now.dataset.poll, { headers: BY_SCRIPT, credentials: "same-origin" });
    if (response.redirected) return location.reload();
    if (response.ok) put(now, await response.text());
  } catch {
    // away for a moment: the next look finds it
  }
  setTimeout(look, AGAIN_MS);
}

// The button stays under the finger: only what has changed is put in its place.
function put(now, text) {
  const next = new DOMParser().parseFromString(text, "text/html").getElementById(now.id);
  const [was, is] = [now, next].map((one) => one.querySelector("progress"));
  if (!was || !is) return now.replaceWith(next);
  was.parentElement.replaceWith(is.parentElement);
}

setTimeout(look, AGAIN_MS);
