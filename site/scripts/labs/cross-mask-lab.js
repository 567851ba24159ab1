/** `<cross-mask-lab>`: which mask belongs to which attention, and how large it is. */

import { lab } from "./cross-mask-view.js";
import { defineLab } from "./lab-element.js";

defineLab(lab);
