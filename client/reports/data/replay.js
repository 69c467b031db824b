/* Shows the game that the address names, if it does, as soon as this page was let in. */
import { enter } from "./gate.js";
import { show } from "./tale.js";

show(await (await enter(`game${location.search}`)).json());
