// The page of a sheet: it is printed, and its suits have the colours chosen in the lobby.

import "./suits.js";

document.getElementById("print").addEventListener("click", () => print());
