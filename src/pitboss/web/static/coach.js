// The coach: the exact value of each choice, before or after one decides, and what mistakes have cost.

import { h, money, words } from "./dom.js";
import { api } from "./net.js";
import { capital } from "./scene.js";
import { once, withCards } from "./record.js";

const KEY = "pitboss-coach";
const MODES = { off: "Off", before: "Before", after: "After" };
const AGAIN = 1200, MOST = 4;
const exact = (cents) => `${cents < 0 ? "−" : "+"}$${Math.abs(cents / 100).toFixed(3)}`;

export const createCoach = (panel, table) => {
  let mode = localStorage.getItem(KEY) ?? "off", known = null, asked = null, done = null, waiting = null, latest = null;

  const setMode = (value) => {
    mode = value;
    localStorage.setItem(KEY, value);
    known = null;
    if (latest) update(latest, true);
  };

  const fetchOnce = async (version) => {
    clearTimeout(waiting);
    try {
      const found = await api(`/tables/${table}/coach`);
      if (latest.scene.version !== version) return;
      known = found;
      if (found.asked) asked = { ...found.asked, version };
      if (!found.ready) waiting = setTimeout(() => fetchOnce(version), AGAIN);
    } catch (error) {
      known = { wrong: error.message };
    }
    draw();
  };

  const update = (now, force = false) => {
    const isNew = force || now.scene.version !== latest?.scene.version;
    latest = now;
    if (!now.playing && !now.shown) asked = done = null;
    if (isNew && mode !== "off" && now.seat) fetchOnce(now.scene.version);
    draw();
  };

  /** A decision was made: what it was worth may now be told. */
  const decided = ({ action = "set", amount = 0, low = [] }) => {
    if (asked) done = { ...asked, action, amount, low };
  };

  const draw = () => {
    const isAsked = Boolean(latest?.decisions.length);
    const shown = mode === "before" && isAsked ? known?.asked : mode === "after" ? done : null;
    const session = mode === "off" ? null : known?.session;
    once(panel, [mode, shown, session, isAsked, known?.ready, known?.wrong, latest?.seat], () => [
      h("header", {}, h("h2", { id: "coach-h", class: "caps" }, "Coach"), switches(mode, setMode)),
      mode === "off" ? h("p", { class: "exact" }, "Tells the exact value of each choice, and what mistakes cost.") : body(shown, known, isAsked, mode, mode === "after" ? done : null),
      session && session.decisions ? sessionPart(session) : null]);
  };

  draw();
  return { update, decided };
};

const switches = (mode, setMode) => h("div", { class: "modes", role: "radiogroup", "aria-label": "When the coach speaks" }, Object.entries(MODES).map(([value, text]) =>
  h("label", {}, h("input", { type: "radio", name: "coach", value, checked: value === mode, "data-focus": `coach-${value}`, onchange: () => setMode(value) }), h("span", {}, text))));

const body = (shown, known, isAsked, mode, done) => {
  if (known?.wrong) return h("p", { class: "exact" }, `The coach has nothing to say here: ${known.wrong}.`);
  if (!shown) {
    return h("p", { class: "exact" }, mode === "after" ? "Decide first; then the values of all choices stand here."
      : isAsked && known && !known.ready ? "Being worked out…" : isAsked && known ? "Here nothing can be a mistake." : "Speaks when you are asked.");
  }
  const best = Math.max(...shown.choices.map(({ ev }) => ev)), worst = Math.min(...shown.choices.map(({ ev }) => ev));
  const width = (ev) => (best === worst ? 100 : 30 + (70 * (ev - worst)) / (best - worst));
  return [
    h("table", {}, h("caption", { class: "sr" }, "Expected result of the round for each choice, in dollars"),
      h("thead", { class: "sr" }, h("tr", {}, ["Choice", "Expected", "Lost against the best"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, listed(shown.choices, done).map((choice) => [
        h("tr", { class: isDone(choice, done) ? "now" : null }, h("th", { scope: "row" }, named(choice), choice.amount ? h("small", { class: "num" }, ` ${money(choice.amount)}`) : null, isDone(choice, done) ? h("small", {}, " you") : null),
          h("td", { class: "num" }, exact(choice.ev)), h("td", {}, choice.cost ? h("span", { class: "num lost" }, `−$${(choice.cost / 100).toFixed(3)}`) : h("span", { class: "tag win" }, "✓ best"))),
        h("tr", { class: "gauge", "aria-hidden": "true" }, h("td", { colspan: 3 }, h("i", { class: choice.cost ? "o" : "", style: `width:${width(choice.ev).toFixed(0)}%` })))]))),
    h("p", { class: "exact" }, "Exactly ", h("span", { class: "mono" }, shown.choices.find(({ cost }) => !cost)?.exact ?? ""), " antes with the best choice.")];
};

/** The best few, and what was done. */
const listed = (choices, done) => choices.filter((choice, index) => index < MOST || isDone(choice, done));

const named = (choice) => {
  if (choice.low) return withCards(choice.words);
  const times = /^([2-9])x$/.exec(choice.words);
  return `${capital(words(choice.action))}${times ? ` ${times[1]}×` : ""}`;
};

const isDone = (choice, done) => Boolean(done && choice.action === done.action && choice.amount === done.amount
  && (!choice.low || choice.low.split(" ").every((card) => done.low.includes(card))));

const sessionPart = ({ decisions, mistakes, lost, worst }) => [
  h("p", { class: "session" }, h("span", {}, `${mistakes} of ${decisions} decision${decisions === 1 ? "" : "s"} cost you`), h("b", { class: "num" }, `$${(lost / 100).toFixed(2)}`)),
  worst.length ? h("details", { class: "worst" }, h("summary", {}, "Worst hands, to play again"), h("ol", {}, worst.map(({ spot, cards, board, did, best, lost: cost }) => h("li", {},
    h("span", {}, withCards(`${cards}${board ? ` / ${board}` : ""}`), h("small", {}, ` ${did}, best ${best}`)), h("b", { class: "num lose" }, `−$${(cost / 100).toFixed(2)}`),
    h("a", { class: "btn quiet", href: `/practice?spot=${encodeURIComponent(spot)}` }, "Play again"))))) : null];
