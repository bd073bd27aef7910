// The panels of the record: one's money, last results, and what happens at the table, each with its clauses.

import { areReal, cardName, h, money, s, time } from "./dom.js";
import { sign } from "./law.js";
import { api } from "./net.js";
import { reasons } from "./results.js";
import { capital, label } from "./scene.js";

const KEPT = 40;
const GATHERED = {
  DeckReceived: "cards", DeckHandled: "cards", DeckShuffled: "cards", DeckCut: "cards", DeckCounted: "cards",
  StubTaken: "stub", StubRacked: "stub", StubCounted: "stub", CardsRacked: "rack",
};
const TITLES = { cards: "Cards shuffled, cut and loaded", stub: "Stub put away unseen", rack: "Cards racked" };

/** "Flop Qd 9c" with suits drawn. */
export const withCards = (text) => text.split(/\b([2-9TJQKA][shdc])\b/).map((part, index) => (index % 2
  ? h("span", { class: "tc" }, h("b", { "aria-hidden": "true" }, part[0] === "T" ? "10" : part[0]), s("svg", { class: `pip pip-${part[1]}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, s("use", { href: `#suit-${part[1]}` })), h("span", { class: "sr" }, cardName(part)))
  : part));

/** What clauses say, fetched when somebody asks. */
export const clauseWords = (clauses) => async () => {
  const found = await api(`/clauses?${new URLSearchParams(clauses.slice(0, 12).map((id) => ["id", id]))}`);
  return { facts: found.map(({ text }) => text), clauses };
};

/** Add what has happened to the list, the latest first; the many steps with a deck become one line. */
export const tellFeed = (list, game, feed) => {
  for (const group of gathered(feed)) {
    const [first] = group, clauses = [...new Set(group.flatMap((event) => event.clauses))];
    const isMany = group.length > 1;
    const title = isMany ? TITLES[GATHERED[first.kind]] : first.title, detail = isMany ? "" : first.detail;
    list.prepend(h("li", {}, h("time", { datetime: new Date(first.at).toISOString() }, time(first.at)),
      h("span", {}, h("b", {}, title), detail && " ", withCards(detail)), clauses.length ? sign(game, title, clauseWords(clauses), clauses) : null));
  }
  while (list.childElementCount > KEPT) list.lastElementChild.remove();
};

const gathered = (feed) => {
  const groups = [];
  const kind = (event) => GATHERED[event.kind];
  for (const event of feed) {
    const last = groups.at(-1);
    if (last && kind(event) && kind(last[0]) === kind(event)) last.push(event);
    else groups.push([event]);
  }
  return groups;
};

/** Chips, bankroll, and what may be done with them. */
export const tellMoney = (panel, now, page) => {
  const { you, seat } = now, sitting = you?.sitting;
  if (!you) return panel.replaceChildren();
  const net = sitting?.net ?? 0;
  const fact = (term, value, kind = "") => h("div", {}, h("dt", {}, term), h("dd", { class: `num ${kind}` }, value));
  once(panel, [seat, now.chips, you.purse, net, sitting?.rounds, now.betting, now.playing], () => [
    h("h2", { id: "money-h", class: "caps" }, "Your chips"),
    h("dl", {}, fact("At the table", seat ? money(now.chips) : "–"), areReal ? null : fact("Bankroll", money(you.purse)),
      seat ? fact(`Session, ${sitting?.rounds ?? 0} round${sitting?.rounds === 1 ? "" : "s"}`, money(net, { sign: true }), net > 0 ? "win" : net < 0 ? "lose" : "") : null),
    seat && h("div", { class: "row" },
      areReal ? null : h("button", { class: "btn quiet", type: "button", "data-focus": "buy", onclick: () => page.cashier("buy") }, "Buy chips"),
      h("button", { class: "btn quiet", type: "button", "data-focus": "tip", onclick: () => page.cashier("tip") }, "Tip"),
      h("button", { class: "btn quiet", type: "button", "data-focus": "leave", onclick: () => page.leave() }, "Leave"))]);
};

/** What the device shows on its screen, while it shows something. */
export const tellScreen = (panel, { rules, round }) => {
  const screen = round?.screen;
  panel.hidden = !screen;
  if (screen) once(panel, screen, () => [
    h("h2", { id: "screen-h", class: "caps" }, `${label(rules, screen.wager)}, ${screen.hands} hands, pays`),
    h("dl", {}, screen.pays.map(([hand, odds]) => h("div", {}, h("dt", {}, capital(hand)), h("dd", { class: "num" }, odds))))]);
};

/** The last rounds of the sitting. */
export const tellLast = (panel, now) => {
  const last = now.you?.sitting?.last ?? [];
  panel.hidden = !last.length;
  once(panel, last.map(({ number, position }) => [number, position]), () => [
    h("h2", { id: "last-h", class: "caps" }, "Your last results"),
    h("ol", { tabindex: 0, "aria-labelledby": "last-h" }, last.map(({ number, position, net, words }) => h("li", {}, h("span", { class: "rno num" }, number.toLocaleString("en-US")),
      h("span", { class: "what" }, withCards(words)), h("b", { class: `num ${net > 0 ? "win" : net < 0 ? "lose" : ""}` }, money(net, { sign: true })),
      sign(now.rules.game, `Round ${number}, seat ${position}`, async () => {
        const { wagers } = await reasons(now.scene.table, number, position, "all");
        return { facts: wagers.map(({ wager, facts }) => `${label(now.rules, wager)}: ${facts.at(-1) ?? ""}.`), clauses: [...new Set(wagers.flatMap((line) => line.clauses))] };
      })))),
    last.length ? h("a", { class: "check", "data-focus": "check", href: `/tables/${now.scene.table}/rounds/${last[0].number}`, target: "_blank" }, "Check your last deal") : null]);
};

/** Fill an element again only when what it says has changed; whatever had the focus in it gets it back. */
export const once = (element, key, build) => {
  const said = JSON.stringify(key);
  if (element.dataset.said === said) return false;
  element.dataset.said = said;
  const held = element.contains(document.activeElement) ? document.activeElement : null;
  element.replaceChildren(...build().flat(Infinity).filter(Boolean));
  if (held) (element.querySelector(`[data-focus="${CSS.escape(held.dataset.focus ?? "")}"]:not([disabled])`)
    ?? element.querySelector(".btn.primary:not([disabled])") ?? element.querySelector("button:not([disabled])") ?? element).focus({ preventScroll: true });
  return true;
};
