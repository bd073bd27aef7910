// The coach: the exact value of each choice, before or after one decides, and what mistakes have cost.

import { areReal, h, money, words } from "./dom.js";
import { api } from "./net.js";
import { capital } from "./scene.js";
import { once, withCards } from "./record.js";

const KEY = "pitboss-coach";
const MODES = { off: "Off", before: "Before", after: "After" };
const AGAIN = 1200, MOST = 4, SHORT = 3;
const exact = (cents) => `${cents < 0 ? "−" : "+"}$${Math.abs(cents / 100).toFixed(3)}`;

export const createCoach = (panel, table, changed) => {
  let mode = areReal ? "off" : localStorage.getItem(KEY) ?? "off", known = null, asked = null, done = null, waiting = null, latest = null, asking = Promise.resolve();

  const setMode = (value) => {
    mode = value;
    localStorage.setItem(KEY, value);
    known = null;
    if (latest) update(latest, true);
  };

  const fetchOnce = async (version) => {
    clearTimeout(waiting);
    const of = question();
    try {
      const found = await api(`/tables/${table}/coach`);
      if (latest.scene.version !== version) return;
      known = { ...found, of };
      if (found.asked) asked = { ...found.asked, of };
      if (!found.ready) waiting = setTimeout(() => fetchOnce(version), AGAIN);
    } catch (error) {
      known = { wrong: error.message };
    }
    draw();
    changed();
  };

  /** What is asked now: values of an earlier question are not shown for it. */
  const question = () => JSON.stringify(latest.decisions);
  const before = () => (mode === "before" && latest?.decisions.length && asked?.of === question() ? asked : null);

  const update = (now, force = false) => {
    const isNew = force || now.scene.version !== latest?.scene.version;
    latest = now;
    if (!now.playing && !now.shown) asked = done = null;
    if (isNew && mode !== "off" && now.seat) asking = fetchOnce(now.scene.version);
    draw();
  };

  /** A decision was made: what it was worth may now be told. */
  const decided = ({ action = "set", amount = 0, low = [] }) => {
    done = asked?.of === question() ? { ...asked, action, amount, low } : null;
  };

  /** The hand was set as it had been arranged: of the two decisions the one that cost more is told. */
  const arranged = async (low) => {
    const before = done;
    await asking;
    decided({ low });
    if (!done || costOf(before) > costOf(done)) done = before;
  };

  const draw = () => {
    const isAsked = Boolean(latest?.decisions.length);
    const shown = mode === "after" ? done : before();
    const session = mode === "off" ? null : known?.session;
    const isReady = Boolean(known?.ready && latest && known.of === question());
    once(panel, [mode, shown, session, isAsked, isReady, known?.wrong, latest?.seat], () => [
      h("header", {}, h("h2", { id: "coach-h", class: "caps" }, "Coach"), switches(mode, setMode)),
      mode === "off" ? h("p", { class: "exact" }, "Tells the exact value of each choice, and what mistakes cost.") : body(shown, known?.wrong, isAsked, isReady, mode === "after", done),
      session && session.decisions ? sessionPart(session) : null]);
  };

  /** The same in a line or two, for the dock of a narrow screen. */
  const brief = () => {
    const shown = before();
    if (shown) return shown.choices.slice(0, SHORT).map((choice) => h("li", {}, h("span", {}, named(choice)), h("b", { class: "num" }, exact(choice.ev)), choice.cost ? null : h("span", { class: "win" }, "✓ best")));
    const taken = mode === "after" && done?.choices.find((choice) => isDone(choice, done));
    return taken ? [h("li", {}, h("span", {}, named(taken)), taken.cost ? h("b", { class: "num lose" }, `cost $${(taken.cost / 100).toFixed(3)}`) : h("span", { class: "win" }, "✓ best"))] : [];
  };

  draw();
  return { update, decided, arranged, brief };
};

const switches = (mode, setMode) => h("div", { class: "modes", role: "radiogroup", "aria-label": "When the coach speaks" }, Object.entries(MODES).map(([value, text]) =>
  h("label", {}, h("input", { type: "radio", name: "coach", value, checked: value === mode, "data-focus": `coach-${value}`, onchange: () => setMode(value) }), h("span", {}, text))));

const body = (shown, wrong, isAsked, isReady, isAfter, made) => {
  if (wrong) return h("p", { class: "exact" }, `The coach has nothing to say here: ${wrong}.`);
  if (!shown) {
    return h("p", { class: "exact" }, isAfter ? "Decide first; then the values of all choices stand here."
      : !isAsked ? "Speaks when you are asked." : isReady ? "Here nothing can be a mistake." : "Being worked out…");
  }
  const done = isAfter ? made : null;
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

const costOf = (done) => done?.choices.find((choice) => isDone(choice, done))?.cost ?? 0;

const sessionPart = ({ decisions, mistakes, lost, worst }) => [
  h("p", { class: "session" }, h("span", {}, `${mistakes} of ${decisions} decision${decisions === 1 ? "" : "s"} cost you`), h("b", { class: "num" }, `$${(lost / 100).toFixed(2)}`)),
  worst.length ? h("details", { class: "worst" }, h("summary", {}, "Worst hands, to play again"), h("ol", {}, worst.map(({ spot, cards, board, did, best, lost: cost }) => h("li", {},
    h("span", {}, withCards(`${cards}${board ? ` / ${board}` : ""}`), h("small", {}, ` ${did}, best ${best}`)), h("b", { class: "num lose" }, `−$${(cost / 100).toFixed(2)}`),
    h("a", { class: "btn quiet", href: `/practice?spot=${encodeURIComponent(spot)}`, target: "_blank" }, "Play again"))))) : null];
