// The upper part of the dealer's page: the due step with its places, what to say, the seats.

import { card, cardName, h } from "./dom.js";
import { sign } from "./law.js";
import { printed } from "./dealer-pad.js";

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
const clock = (ms) => new Date(ms).toLocaleTimeString("en-GB");

/** Where the round stands. */
export const way = (page) => h("ol", { class: "way", "aria-label": "Where the round stands" }, page.way.map(({ name, state }) =>
  h("li", { class: state === "past" ? "past" : null, "aria-current": state === "now" ? "step" : null }, name)));

/** Why a step is due. */
export const why = (page, title, clauses) => clauses.length > 0 && h("span", { class: "big" },
  sign(page.game, title, clauses.map((one) => page.law[one]).filter(Boolean), clauses));

/** The due step; `local` is what has been entered so far. */
export function due(page, local, actions) {
  const { ask } = page, held = waits(page);
  return h("section", { class: `due-p ask${held ? " held" : ""}`, "aria-labelledby": "due-h" }, way(page),
    h("div", { class: "what" }, held ? waiting(page) : [
      h("h1", { id: "due-h", tabindex: "-1", "data-key": "due" }, ask.title),
      ask.how && h("p", { class: "how" }, ask.how),
      h("div", { class: "nextis" }, h("span", { id: "next", "aria-live": "polite" }, next(page, local)), why(page, ask.title, ask.clauses)),
    ]),
    !held && (ask.slots.length > 0 ? [ask.places && places(ask, local, actions), slots(ask, local)] : choices(page, local, actions)));
}

/** Whether nothing can be entered before the floor has come. */
export const waits = (page) => page.ask.kind === "wait" || (page.summons !== null && page.you === "dealer");

function waiting(page) {
  const { summons, ask, since } = page;
  const [at, how] = summons ? [summons.at, `${summons.by} called the floor.`] : [since, ask.how];
  return [
    h("h1", { id: "due-h", tabindex: "-1", "data-key": "due" }, page.open || summons ? "Wait for the floor." : ask.title),
    h("p", { class: "how" }, how),
    (page.open || summons) && h("p", { class: "since" }, h("b", { class: "num", "data-since": at }, "0:00"), `${summons ? "called" : "waiting"} since ${clock(at)}`),
    why(page, ask.title, ask.clauses),
  ];
}

function next(page, { entered, picked, half }) {
  const { ask } = page;
  if (ask.places && picked.length < ask.places[0]) return ["Next: ", h("b", {}, `${ORDINALS[picked.length]} place picked`)];
  const place = ask.slots.findIndex((_, index) => !entered[index]);
  if (place < 0) return null;
  return ["Next: ", h("b", {}, ask.slots[place].label), half && `. ${printed(half)}, suit?`];
}

/** What is asked for at a place, for those who follow the page from outside. */
const place = (slot) => ({ "data-label": slot.label, "data-lies": slot.lies, "data-group": slot.group });

function slots(ask, { entered, half }) {
  const at = ask.slots.findIndex((_, index) => !entered[index]);
  const one = (slot, index) => {
    const name = entered[index];
    if (name) return h("div", { class: "slot full", ...place(slot) }, card(name, { "aria-label": `${slot.label}: ${cardName(name)}` }));
    if (index !== at) return h("div", { class: "slot", "aria-hidden": "true", ...place(slot) });
    return h("div", { class: "slot next", "aria-hidden": "true", ...place(slot) }, h("span", {}, half ? [h("b", {}, printed(half)), "suit?"] : "next"));
  };
  const groups = [...new Set(ask.slots.map((slot) => slot.group))];
  if (groups.length < 2) return h("div", { class: `slots n${ask.slots.length}` }, ask.slots.map(one));
  return null;
}

/** High and low side by side, with what they count so far. */
export function sets(page, { entered }) {
  const { ask, points, dealer } = page;
  if (new Set(ask.slots.map((slot) => slot.group)).size < 2) return null;
  const RANK_VALUES = "23456789TJQKA";
  const at = ask.slots.findIndex((_, index) => !entered[index]);
  return h("div", { class: "sets" }, ["high", "low"].map((group) => {
    const own = ask.slots.map((slot, index) => [slot, index]).filter(([slot]) => slot.group === group);
    const counted = own.map(([, index]) => entered[index] && points[group]?.[RANK_VALUES.indexOf(entered[index][0])]).filter((one) => one != null);
    const total = counted.reduce((sum, one) => sum + one, 0), all = counted.length === own.length;
    return h("section", { class: "set", "aria-label": `${group} hand` },
      h("header", {}, h("h2", {}, group.toUpperCase()), h("span", { class: "tot num" }, counted.length ? `${total}${all ? "" : " …"}` : "–"),
        dealer && h("span", { class: "vs num" }, `dealer ${dealer[group]}`)),
      h("div", { class: "slots" }, own.map(([slot, index]) => entered[index]
        ? h("div", { class: "slot full", ...place(slot) }, card(entered[index], { "aria-label": `${slot.label}: ${cardName(entered[index])}` }))
        : h("div", { class: `slot${index === at ? " next" : ""}`, "aria-hidden": "true", ...place(slot) }, index === at && h("span", {}, "next")))),
      h("p", { class: "eq num" }, counted.join(" + ") || " "));
  }));
}

function places(ask, { picked }, { pick }) {
  const [wanted, most] = ask.places;
  if (picked.length >= wanted) return h("p", { class: "picked" }, `Places ${picked.join(", ")}`);
  return h("div", { class: "places", role: "group", "aria-label": "Places of the hand, from the left" },
    Array.from({ length: most }, (_, index) => index + 1).map((place) => h("button", {
      class: "place", type: "button", "data-key": `place ${place}`, "aria-pressed": String(picked.includes(place)), onclick: () => pick(place),
    }, h("b", {}, place))));
}

function choices(page, local, { choose }) {
  const { ask } = page;
  const own = ask.kind === "choose" ? ask.choices.filter((choice) => choice.position === (local.seat ?? ask.position)) : ask.kind === "rule" ? [] : ask.choices;
  if (!own.length) return null;
  return h("div", { class: "choices", role: "group", "aria-label": ask.title }, own.map((choice) =>
    h("button", { class: `btn choice${ask.kind === "choose" ? "" : " less"}`, type: "button", "data-key": `choice ${choice.label}`, onclick: () => choose(choice) },
      h("span", {}, h("b", {}, choice.label), choice.detail && h("small", { class: "num" }, choice.detail)), choice.key && h("kbd", {}, choice.key))));
}

/** What to say aloud, and who is asked after that. */
export function say(page) {
  if (waits(page)) return h("section", { class: "say", "aria-labelledby": "say-h" }, h("h2", { id: "say-h", class: "caps" }, "While you wait"), h("p", { class: "quiet" }, "Leave cards and chips as they lie."));
  const { say: said } = page;
  if (!said) return h("section", { class: "say none", "aria-hidden": "true" });
  return h("section", { class: "say", "aria-labelledby": "say-h" },
    h("h2", { id: "say-h", class: "caps" }, said.title), h("q", {}, said.words),
    said.after.length > 0 && h("table", { class: "after" }, h("caption", { class: "sr" }, "Who is asked after that, and for how much"),
      h("tbody", {}, said.after.slice(0, 3).map(([position, for_], index) => h("tr", {}, h("th", { scope: "row" }, `${index ? "" : "then "}seat ${position}`), h("td", { class: "num" }, for_))))),
    (said.note || said.clauses.length > 0) && h("div", { class: "then" }, h("span", {}, said.note), why(page, said.words, said.clauses)));
}

/** The seats from the dealer's left. */
export function seats(page, local, { turnTo }) {
  const here = page.ask.kind === "choose" ? local.seat ?? page.ask.position : null;
  const open = new Set(page.ask.kind === "choose" ? page.ask.choices.map((choice) => choice.position) : []);
  return h("ol", { class: "seats6", "aria-label": "Seats from your left", style: `--n: ${page.seats.length}` }, page.seats.map((seat) => {
    const now = here === null ? seat.now : seat.position === here;
    const says = seat.now && !now ? "To act" : now && here !== null ? "Next to act" : seat.says;
    return h("li", { class: [now && "now", seat.out && "out", open.size > 1 && open.has(seat.position) && "may"].filter(Boolean).join(" "), "aria-current": now ? "true" : null, onclick: open.size > 1 && open.has(seat.position) ? () => turnTo(seat.position) : null },
      h("i", { class: "n", "aria-hidden": "true" }, seat.position), h("b", {}, h("span", { class: "sr" }, `Seat ${seat.position}: `), says),
      h("span", { class: "num" }, split(seat.stakes).map((line, index) => [index > 0 && h("br"), line])));
  }));
}

function split(stakes) {
  const half = Math.ceil(stakes.length / 2);
  return stakes.length > 2 ? [stakes.slice(0, half).join(", "), stakes.slice(half).join(", ")] : stakes.length ? [stakes.join(", ")] : [];
}
