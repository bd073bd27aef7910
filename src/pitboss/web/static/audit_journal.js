// The journal as a list, the newest record first: sifted by seat, kind and words, read page by page.

import { h, money } from "./dom.js";
import { clause } from "./law.js";
import { api } from "./net.js";

const at = (id) => document.getElementById(id);
const whole = (number) => number.toLocaleString("en-US");
const utc = (ms) => new Date(ms).toISOString().slice(11, 19);
const PAGE = 60, ROUND = 500, ABOVE = 25, PAUSE = 200;

/** `choose` is called with the number of a record. */
export function journal(table, game, choose) {
  const list = at("records"), sift = at("sift"), roll = at("roll");
  let records = [], scope = { round: null, around: 1 }, next = null, last = 0, chosen = null, timer = 0, asked = 0;

  const query = (extra) => {
    const asked = { ...Object.fromEntries(new FormData(sift)), round: scope.round ?? "", ...extra };
    return new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== "")).toString();
  };
  const fetchPage = (extra) => api(`/audit/${table}/records?${query({ number: scope.round ? ROUND : PAGE, ...extra })}`);

  const item = (record) => h("li", { id: `e${record.seq}` },
    h("a", { href: `#${record.seq}`, tabindex: "-1", "data-seq": record.seq },
      h("span", { class: "seq num" }, whole(record.seq)),
      h("time", { class: "num", datetime: new Date(record.at).toISOString() }, utc(record.at)),
      h("span", { class: "ev" }, h("b", {}, record.title), h("span", {}, record.detail))),
    h("span", { class: "ct" },
      record.clauses.length > 0 && clause(game, record.clauses[0]),
      h("span", { class: "mono" }, record.hash.slice(0, 8))));

  /** All that the record says, below the one that is chosen. */
  const details = ({ by, clauses, hash, money: moves }) => h("div", { class: "whole" },
    h("p", {}, `By ${by.replace(":", " ")}`),
    moves.map(([source, target, cents]) => h("p", { class: "mono" }, `${source} → ${target} ${money(cents)}`)),
    clauses.length > 1 && h("p", { class: "clauses" }, clauses.slice(1).map((one) => [clause(game, one), " "])),
    h("p", { class: "mono hash" }, hash));

  function draw() {
    const inside = list.contains(document.activeElement);
    list.replaceChildren(...records.map(item));
    at("none").hidden = records.length > 0;
    at("older").hidden = next === null;
    at("newer").hidden = scope.round !== null || !records.length || records[0].seq >= last;
    mark(inside);
  }

  /** Mark the chosen record; it is the one that Tab comes to. */
  function mark(focus = false) {
    list.querySelector('[aria-current="true"]')?.removeAttribute("aria-current");
    list.querySelector(".whole")?.remove();
    for (const link of list.querySelectorAll('a[tabindex="0"]')) link.tabIndex = -1;
    const here = at(`e${chosen}`);
    here?.setAttribute("aria-current", "true");
    here?.append(details(records.find((record) => record.seq === chosen)));
    const stop = (here ?? list.firstElementChild)?.querySelector("a");
    if (stop) stop.tabIndex = 0;
    if (focus) (stop ?? roll).focus({ preventScroll: true });
    if (here) within(here);
  }

  /** Scroll the list, and only the list. */
  function within(row) {
    const box = roll.getBoundingClientRect(), place = row.getBoundingClientRect();
    if (roll.scrollHeight <= roll.clientHeight) return;
    if (place.top < box.top || place.bottom > box.bottom) roll.scrollTop += place.top - box.top - box.height / 3;
  }

  /** Only the answer to the latest question is shown. */
  async function reload() {
    clearTimeout(timer);
    const turn = ++asked;
    const page = await fetchPage(scope.round ? {} : { before: scope.around + ABOVE });
    if (turn !== asked) return;
    ({ records, next, last } = page);
    draw();
  }

  sift.addEventListener("submit", (event) => event.preventDefault());
  sift.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(reload, PAUSE);
  });
  at("older").addEventListener("click", async () => {
    const turn = ++asked;
    const page = await fetchPage({ before: next });
    if (turn !== asked) return;
    records = [...records, ...page.records];
    next = page.next;
    draw();
  });
  at("newer").addEventListener("click", async () => {
    scope = { ...scope, around: records[0].seq + PAGE - ABOVE };
    await reload();
    roll.scrollTop = 0;
  });
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-seq]");
    if (!link) return;
    event.preventDefault();
    choose(Number(link.dataset.seq));
    link.focus({ preventScroll: true });
  });
  list.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const row = event.target.closest("li");
    const other = by && row && (by < 0 ? row.previousElementSibling : row.nextElementSibling);
    if (!other) return;
    event.preventDefault();
    const link = other.querySelector("a[data-seq]");
    link.focus({ preventScroll: true });
    choose(Number(link.dataset.seq));
  });

  return {
    /** The records of a round, or those around one of them. */
    load(asked) {
      scope = asked;
      return reload();
    },
    /** Mark a record, reading on where needed; returns what the journal says of it. */
    async select(number) {
      chosen = number;
      const shown = records.length && number <= records[0].seq && number >= records.at(-1).seq;
      if (!shown && scope.round === null) {
        scope = { ...scope, around: number };
        await reload();
      } else {
        mark(list.contains(document.activeElement));
      }
      const known = records.find((record) => record.seq === number);
      if (known) return known;
      const page = await api(`/audit/${table}/records?before=${number}&number=1`);
      return page.records[0] ?? null;
    },
  };
}
