/** `<leak-lab>`: which outputs move when a later word is changed. */

import { defineLab } from "./lab-element.js";
import { lab } from "./leak-view.js";

defineLab(lab);
