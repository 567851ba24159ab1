/** `<number-question>`: type a number. */

import { judgeNumber } from "../answers/number.js";
import { TypedQuestion } from "./typed-question.js";

export class NumberQuestion extends TypedQuestion {
  /** @override @param {unknown} given */
  judge(given) {
    return judgeNumber(String(given ?? ""), {
      answer: Number(this.dataset.answer),
      tolerance: Number(this.dataset.tolerance),
      known: this.known,
    });
  }
}

customElements.define("number-question", NumberQuestion);
