/** `<mask-lab>`: who may look at whom. */

import { defineLab } from "./lab-element.js";
import { lab } from "./mask-view.js";

defineLab(lab);
