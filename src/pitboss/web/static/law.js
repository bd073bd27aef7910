// The section sign: it opens the reason in plain words, then the clauses that say so.

import { h } from "./dom.js";

let number = 0;

/** A clause id that leads to its text, in a tab of its own: whoever reads keeps their place. */
export function clause(game, id) {
  return h("a", { class: "clause", href: `/games/${game}/law#${encodeURIComponent(id)}`, target: "_blank" }, id);
}

/** The sign with what it opens; `why` is a text, a list of facts, or a function that fetches them when opened. */
export function sign(game, title, why, clauses = []) {
  const id = `why-${++number}`;
  const body = h("div", { class: "facts" });
  const box = h("div", { class: "why", id, popover: "auto", role: "dialog", "aria-label": title },
    h("h3", {}, title), body, h("p", { class: "clauses" }, clauses.map((one) => clause(game, one))));
  const button = h("button", { class: "sign", type: "button", popovertarget: id, "aria-label": `Why: ${title}`, "aria-expanded": "false" }, "§");
  box.addEventListener("toggle", async ({ newState }) => {
    button.setAttribute("aria-expanded", String(newState === "open"));
    if (newState !== "open") return;
    if (!body.childElementCount) show(body, typeof why === "function" ? await why() : why, game, box);
    place(box, button);
  });
  return h("span", { class: "law" }, button, box);
}

function show(body, why, game, box) {
  const { facts = why, clauses = null } = why && !Array.isArray(why) && typeof why === "object" ? why : {};
  const list = Array.isArray(facts) ? facts : [facts];
  body.append(list.length > 1 ? h("ol", {}, list.map((fact) => h("li", {}, fact))) : h("p", {}, list[0] ?? ""));
  if (clauses) box.querySelector(".clauses").replaceChildren(...clauses.map((one) => clause(game, one)));
}

/** Beside the sign, within the window. */
function place(box, button) {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  box.style.left = `${Math.max(12, Math.min(at.right - width, innerWidth - width - 12))}px`;
  const below = at.bottom + 8;
  box.style.top = `${below + height > innerHeight - 8 ? Math.max(8, at.top - height - 8) : below}px`;
}
