// Sums while pieces are typed, and the printer. The server adds up again and answers for the sum.

const THIN = "\u202f";
const comma = document.documentElement.lang.startsWith("ru") ? "," : ".";

function money(minor) {
  const whole = String(Math.floor(minor / 100)).replace(/\B(?=(\d{3})+$)/g, THIN);
  const fraction = String(minor % 100).padStart(2, "0");
  return `${whole}${comma}${fraction}`;
}

function add(form) {
  let total = 0;
  for (const field of form.querySelectorAll("[data-value]")) {
    const isWhole = /^\d{1,7}$/.test(field.value.trim());
    const sum = isWhole ? Number(field.value) * Number(field.dataset.value) : 0;
    field.closest("tr").querySelector("[data-row]").textContent = sum ? money(sum) : "";
    total += sum;
  }
  form.querySelector("[data-total]").textContent = money(total);
}

document.addEventListener("input", ({ target }) => {
  const form = target.closest("form[data-sum]");
  if (form) add(form);
});
document.addEventListener("reset", ({ target }) => {
  if (target.matches("form[data-sum]")) setTimeout(add, 0, target); // once the fields are empty
});
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-print]")) print();
});
document.querySelectorAll("form[data-sum]").forEach(add);
