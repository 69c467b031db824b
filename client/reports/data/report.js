/* Shows the game that is in this very file. */
import { show } from "./tale.js";

show(JSON.parse(document.getElementById("tale")?.textContent ?? ""));
