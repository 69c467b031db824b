/* Shows the game in this file. */
import { show } from "./tale.js";

show(JSON.parse(document.getElementById("tale")?.textContent ?? ""));
