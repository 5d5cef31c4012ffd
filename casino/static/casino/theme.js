// Theme and deck: what the address asks for wins; a button remembers the choice in a cookie, which the server writes into <html>.
// `?theme=light&deck=four`
const asked = new URLSearchParams(location.search);
const choices = { theme: ["dark", "light"], deck: ["two", "four"] };

function choose(name, value) {
  if (choices[name].includes(value)) document.documentElement.dataset[name] = value;
}

for (const name of Object.keys(choices)) choose(name, asked.get(name));

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=theme], button[name=deck]");
  if (!button) return;
  event.preventDefault();
  choose(button.name, button.value);
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${button.name}=${button.value}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
});
