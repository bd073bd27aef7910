// The deck's colours: two, or four for those who tell suits apart by colour. Kept in this browser.

const KEY = "pitboss-suits";

export const suits = () => localStorage.getItem(KEY) ?? "two";

export function setSuits(value) {
  localStorage.setItem(KEY, value);
  document.documentElement.dataset.suits = value;
}

setSuits(suits());
