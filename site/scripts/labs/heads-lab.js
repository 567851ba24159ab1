/** `<heads-lab>`: several looks at once, and how they are put together. */

import { defineLab } from "./lab-element.js";
import { lab } from "./heads-view.js";

defineLab(lab);
