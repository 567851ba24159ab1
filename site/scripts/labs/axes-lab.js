/** `<axes-lab>`: where numbers go when axes are split, moved and merged. */

import { defineLab } from "./lab-element.js";
import { lab } from "./axes-view.js";

defineLab(lab);
