// The middle column's steps: what is due, what is lawful, what is not and why.

import { h } from "./dom.js";
import { clause, sign } from "./law.js";
import { draw, fieldsFor } from "./floor-dom.js";

const WHO = { dealer: "Dealer", floor: "Floor", device: "Device", player: "Player" };

const ids = (game, clauses) => clauses.slice(0, 2).map((one) => clause(game, one));

const why = (desk, clauses) => clauses.map((one) => desk.law[one]).filter(Boolean);

/** `take(move, arguments)` carries a step out; `open(move)` shows it beside, with what it leads to. */
export function drawSteps(desk, { take, open }) {
  const home = document.getElementById("due-h");
  draw(document.getElementById("due"), [desk.due, desk.says], () => dueStep(desk, take, open), home);
  const data = [desk.moves, desk.due?.command];
  draw(document.getElementById("lawful"), data, () => lawful(desk, take, open), document.getElementById("law-h"));
  draw(document.getElementById("unlawful"), desk.refused, () => desk.refused.length
    ? desk.refused.map((order) => refused(desk, order))
    : [h("li", { class: "none" }, "Every order a supervisor may give is open.")]);
}

function dueStep(desk, take, open) {
  const { due } = desk;
  if (!due) return [h("p", { class: "serif" }, `${desk.says}.`), h("p", { class: "sub" }, "No step is due from the house.")];
  const [text] = why(desk, due.clauses);
  const head = [
    h("p", { class: "serif" }, due.says),
    h("p", { class: "sub" }, text ? `${text} ` : "", ids(desk.game, due.clauses).flatMap((one) => [one, " "])),
  ];
  if (!due.left || !due.may) return [...head, waiting(due)];
  if (due.rulings.length) return [...head, h("div", { class: "dueform" }, due.rulings.map((move) =>
    h("button", { class: "btn", type: "button", "data-key": `ruling ${move.command}`, onclick: () => open(move) }, move.command === "LetStand" ? "They stand" : "They are lost")))];
  if (due.answers.length) return [...head, h("div", { class: "dueform", role: "group", "aria-label": `What ${due.player} answers` }, due.answers.map((move) =>
    h("button", { class: "btn", type: "button", "data-key": `answer ${move.label}`, onclick: () => take(move, {}) }, move.label)))];
  const form = fieldsFor(due.fields);
  const said = h("p", { class: "note bad", hidden: true });
  const go = () => {
    try { said.hidden = true; take(due, form.read()); } catch (error) { said.textContent = error.message; said.hidden = false; }
  };
  return [...head, h("form", { class: "dueform", novalidate: true, onsubmit: (event) => { event.preventDefault(); go(); } }, form.rows,
    h("button", { class: "btn primary", "data-key": "due" }, "Take this step")), said];
}

function waiting(due) {
  if (due.role === "player") return h("p", { class: "sub" }, `Waiting for ${due.player}.`);
  if (due.left) return h("p", { class: "sub" }, due.player ? `This is for ${due.player}.` : `This is for the ${due.role}.`);
  return null;
}

function lawful(desk, take, open) {
  const isDue = (move) => move.command === desk.due.command && JSON.stringify(move.given) === JSON.stringify(desk.due.given);
  const moves = desk.moves.filter((move) => !(desk.due?.left && !desk.due.rulings.length && isDue(move)));
  if (!moves.length) return [h("li", { class: "none" }, "Nothing but the due step.")];
  return moves.map((move) => h("li", {},
    h("span", { class: "who" }, WHO[move.role]),
    h("span", { class: "wh" }, move.says.replace(/\.$/, "")),
    h("span", { class: "ids" }, ids(desk.game, move.clauses.slice(0, 1)), sign(desk.game, move.says, why(desk, move.clauses), move.clauses)),
    h("span", { class: "do" }, move.may && button(move, take, open))));
}

function button(move, take, open) {
  const beside = move.tried || move.fields.length > 0 || move.command === "PostSubmission";
  const key = `${move.command} ${JSON.stringify(move.given)}`;
  return h("button", { class: "btn small", type: "button", "data-key": key, "aria-label": `${beside ? "Open" : "Do"}: ${move.says}`, onclick: () => (beside ? open(move) : take(move, {})) }, beside ? "Open" : "Do it");
}

function refused(desk, order) {
  return h("li", {},
    h("span", { class: "who" }, order.says),
    h("span", { class: "wh" }, `${order.message[0].toUpperCase()}${order.message.slice(1)}.`),
    h("span", { class: "ids" }, clause(desk.game, order.clause), sign(desk.game, order.says, why(desk, [order.clause]), [order.clause])));
}
