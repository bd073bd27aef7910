// The dock of the dealer's page: report and floor at the left, take back and go on at the right, what went wrong between.

import { cardName, h } from "./dom.js";
import { setSuits, suits } from "./suits.js";
import { printed, small } from "./dealer-pad.js";
import { waits } from "./dealer-top.js";

const button = (text, key, action, attributes = {}) => h("button", { class: "btn", type: "button", "data-key": `dock ${attributes.name ?? text}`, onclick: action, ...attributes }, text, key && h("kbd", {}, key));
const primary = (text, key, action, attributes = {}) => button(text, key, action, { ...attributes, class: "btn primary", name: "forward" });
const excl = () => h("span", { class: "excl", "aria-hidden": "true" }, "!");
const between = (text) => h("p", { class: "mid opt" }, text);

/** The dock as things are; `now` is what is shown and entered, `act` what may be done. */
export function dock(now, act) {
  const { page, view, wrong, alert, chips } = now;
  if (view === "report") return ofReport(now, act);
  if (view === "more") return [button("Back to the round", "Esc", act.leave), between(wrong), primary("Carry out", "Shift Enter", () => now.more.carryOut(), { disabled: !now.more.move })];
  const left = [h("button", { class: "btn", type: "button", "data-key": "report", onclick: () => act.go("report") }, excl(), "Report", h("kbd", {}, "R"))];
  if (alert || wrong) return [...left, alert ? alerted(now, act) : complaint(now, act)];
  const call = page.summons ? (page.you === "floor" ? "I am here" : "Take the call back") : "Call the floor";
  if (page.summons || (page.you === "dealer" && !waits(page))) left.push(button(call, "F", act.callFloor, { name: "floor" }));
  if (!waits(page) || page.you === "floor") left.push(button("More", "M", () => act.go("more"), { name: "more" }));
  if (waits(page)) return left;
  const right = chips ? [primary("Chips are moved", "Enter", act.moved)] : forwards(now, act);
  if (now.preview?.then) return [...left.filter((one) => one.dataset.key !== "dock more"), between(""), ...right];  // what is decided needs the room
  return [...left, between(right.length < 2 && !chips ? hint(now) : ""), fourColours(), ...right];
}

function ofReport({ report, wrong }, act) {
  const ready = report.complete && report.found && !report.found.refusal;
  return [button("Back to the round", "Esc", act.leave), between(wrong || report.counts ? "Unsure? Recount. Nothing is recorded yet." : "Nothing is recorded yet."),
    button(report.counts ? "Recount first" : "Start again", "⌫", () => report.recount()), primary("Record and carry out", "Shift Enter", () => report.carryOut(), { disabled: !ready })];
}

function hint({ page, local, asksCards }) {
  if (page.ask.places && local.picked.length < page.ask.places[0]) return "First the places.";
  return asksCards ? [h("kbd", {}, "4"), h("kbd", {}, "S"), "is the four of spades, ten is ", h("kbd", {}, "T")] : "";
}

/** The switch of the deck's colours. */
export const fourColours = () => h("label", { class: "sw" }, h("input", { type: "checkbox", role: "switch", checked: suits() === "four", "data-key": "four", onchange: ({ target }) => setSuits(target.checked ? "four" : "two") }), h("span", {}, "Four colours"));

/** At the right edge: take back, and go on. */
function forwards(now, act) {
  const { page, local, preview, view } = now, { ask } = page, found = [], entered = local.entered.some(Boolean);
  if (preview) {
    found.push(button("Change a card", "⌫", act.back, { name: "undo" }));
    if (!preview.then) return [...found, primary("Done", "Enter", act.forward)];
    return [...found, ...preview.then.choices.map((choice) => h("button", { class: "btn choice", type: "button", "data-key": `choice ${choice.label}`, onclick: () => act.choose(choice) }, choice.label, h("kbd", {}, choice.key)))];
  }
  if (ask.kind === "cards" && ask.choices.length && !entered) found.push(...notSet(now, act));
  const read = page.last?.settled && page.you === "dealer" ? undefined : page.last?.card;
  const last = local.half ? printed(local.half) : local.entered.findLast(Boolean) ?? read;
  if (last) found.push(h("button", { class: "btn", type: "button", "data-key": "undo", "data-card": last, onclick: act.back }, h("span", {}, local.half || entered ? "Undo " : "Change ", h("b", {}, local.half ? last : small(last))), h("kbd", {}, "⌫")));
  if (ask.kind === "bets" && page.bets) {
    if (ask.requests.length) found.push(primary(ask.label, "N", act.close));
  } else if (page.bets && view !== "bets") found.push(button("Bets", "B", () => act.go("bets"), { name: "bets" }));
  else if (view === "bets") found.push(button("Back", "Esc", act.leave));
  if (ask.kind === "go" && view !== "bets") found.push(primary(ask.label, "Enter", act.forward));
  else if (ask.kind === "number" || ask.kind === "counts") found.push(primary(local.found ? "Record it" : ask.label, "Enter", act.counted));
  else if (ask.lead.length && !entered) found.push(button("Done so far", "Enter", act.forward, { name: "lead", title: ask.lead_says }));
  return found;
}

/** A hand that lies otherwise than the rules ask. */
function notSet({ page, local }, act) {
  if (local.setting) return [h("span", { class: "tag" }, `Lies ${local.setting.label}`)];
  if (!local.notSet) return [button("Not 3 and 2", "N", () => act.enter({ notSet: true }), { name: "not" })];
  return page.ask.choices.map((choice) => button(choice.label, choice.key, () => act.enter({ setting: choice })));
}

function alerted({ alert, local }, act) {
  const { card, lies, correcting, floor } = alert, name = cardName(card).toLowerCase();
  if (correcting) return h("div", { class: "alert", role: "alert" }, excl(), h("p", {}, h("b", {}, `The ${name} lies at ${lies}.`), local.half ? ` ${printed(local.half)}, suit?` : " Enter what it is."), button("Never mind", "Esc", act.dismiss));
  return h("div", { class: "alert", role: "alert" }, excl(), h("p", {}, h("b", {}, `The ${name} is ${lies} already.`), floor ? " Misread? A wager was settled on it: the floor corrects it." : " Misread, or a second one?"),
    floor ? button("Call the floor", "1", act.callFloor) : button(`Correct ${lies}`, "1", act.misread), button("Report a double card", "2", () => act.go("report", "foreign")), button("Never mind", "Esc", act.dismiss));
}

const complaint = ({ page, wrong }, act) => h("div", { class: "alert", role: "alert" }, excl(), h("p", {}, wrong), /floor/.test(wrong) && page.you === "dealer" && !page.summons && button("Call the floor", "F", act.callFloor), button("Close", "Esc", act.dismiss));
