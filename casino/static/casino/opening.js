// A tablet that waits: a badge reader types like a keyboard and ends with Enter; fingers touch a name and digits.
const form = document.querySelector("#opening");
const badge = form.querySelector("#badge");
const pin = form.querySelector("#pin");
const digits = form.querySelector("[data-digits]");

digits.hidden = false;
pin.inputMode = "none"; // the digits beside it are larger than any keyboard's

digits.addEventListener("click", ({ target }) => {
  const digit = target.closest("[data-digit]")?.dataset.digit;
  if (!digit) return;
  pin.value = digit === "clear" ? "" : (pin.value + digit).slice(0, 8);
});

// A name was touched: what is typed next is its PIN. A badge that is read there is longer, and known as one.
form.addEventListener("change", ({ target }) => {
  if (target.name !== "dealer") return;
  pin.value = "";
  pin.focus();
});

// What is typed while nothing has the focus comes from the reader.
document.addEventListener("keydown", (event) => {
  if (event.key.length === 1 && document.activeElement === document.body) badge.focus();
});
