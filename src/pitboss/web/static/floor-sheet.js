// The right column: one sheet at a time. Beside the table on a wide screen; over it, until closed, on others.

const WIDE = matchMedia("(min-width: 1241px)");
const element = (id) => document.getElementById(id);
let opener = null;

/** Show a sheet: its title, a line under it, and its parts; the focus goes to its title if somebody asked for it. */
export function show(name, title, sub, parts, { asked = true } = {}) {
  const sheet = element("sheet");
  sheet.dataset.name = name;
  element("sheet-h").textContent = title;
  element("sheet-sub").textContent = sub;
  const body = element("sheet-body");
  if (body.children.length !== parts.length || parts.some((part) => part.parentElement !== body)) {
    body.replaceChildren(...parts);
    sheet.scrollTop = 0;
  }
  if (!asked) return;
  opener = document.activeElement;
  sheet.classList.add("open");
  settle();
  element("sheet-h").focus();
}

/** The line under the title. */
export const subtitle = (text) => (element("sheet-sub").textContent = text);

/** Its title. */
export const title = () => element("sheet-h").textContent;

/** Which sheet is shown. */
export const shown = () => element("sheet").dataset.name;

export function close() {
  element("sheet").classList.remove("open");
  settle();
  if (opener?.isConnected) opener.focus();
  else element("main").focus();
}

/** What lies under an open sheet cannot be reached. */
function settle() {
  const over = element("sheet").classList.contains("open") && !WIDE.matches;
  for (const part of document.querySelectorAll(".bar, .tabs, #main")) part.inert = over;
}

element("sheet-close").addEventListener("click", close);
WIDE.addEventListener("change", settle);
document.addEventListener("keydown", (event) => {
  const sheet = element("sheet");
  if (event.key === "Escape" && sheet.classList.contains("open") && !WIDE.matches && !document.querySelector(":popover-open")) close();
});
