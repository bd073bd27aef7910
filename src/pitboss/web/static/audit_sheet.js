// The dispute sheet beside the table: the server writes it, as for the page that is printed.

import { h } from "./dom.js";

const at = (id) => document.getElementById(id);
const none = (text) => h("p", { class: "none" }, text);

/** The sheets of a table's rounds. */
export function sheet(table) {
  let round = null, seat = null, asked = 0, byHand = false;

  async function show(chosen) {
    seat = chosen;
    for (const button of at("seats").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.seat) === seat));
    }
    const link = at("seats").querySelector("a");
    if (link) link.href = address();
    const turn = ++asked;
    const response = await fetch(address());
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const found = page.querySelector("article.doc");
    if (turn !== asked) return;
    at("doc").replaceChildren(response.ok && found ? document.importNode(found, true) : none("The sheet could not be written."));
  }

  const address = () => `/audit/${table}/rounds/${round.number}/seats/${seat}`;

  return {
    /** Offer the seats of a round, and keep to the one that was chosen. */
    seats(opened) {
      byHand &&= opened.number === round?.number;
      round = opened;
      const seats = Object.entries(round.seats).map(([number, player]) => [Number(number), player]);
      if (!round.over || !seats.length) {
        asked++;
        at("seats").replaceChildren();
        at("doc").replaceChildren(none(seats.length ? "The sheets are written when the round is over and its deck is opened." : "Nobody has a hand in this round yet."));
        return;
      }
      at("seats").replaceChildren(
        ...seats.map(([number, player]) => h("button", { class: "btn seat-of", type: "button", title: player, "data-seat": number, onclick: () => { byHand = true; show(number); } }, `Seat ${number}`)),
        h("a", { class: "btn quiet print-it", href: "#" }, "Open to print"));
      show(seats.some(([number]) => number === seat) ? seat : seats[0][0]);
    },
    /** Go with the hand that a record is about, unless somebody has chosen one. */
    follow(record) {
      if (!byHand && round?.over && record?.position in round.seats && record.position !== seat) show(record.position);
    },
  };
}
