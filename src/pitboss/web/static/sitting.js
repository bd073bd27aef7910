// A click in the lobby seats somebody: the page of the table finds what was meant, once.

const KEY = "pitboss-sit";

export const meanToSit = (table) => sessionStorage.setItem(KEY, table);

/** Whether this table was just chosen in the lobby. */
export const meantToSit = (table) => {
  const chosen = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return chosen === table;
};
