/** `<shape-question>`: type the shape of an array. */

import { judgeShape, readShape } from "../answers/shape.js";
import { TypedQuestion } from "./typed-question.js";

export class ShapeQuestion extends TypedQuestion {
  /** @override @param {unknown} given */
  judge(given) {
    const read = readShape(this.dataset.answer ?? "");
    if (!("shape" in read)) throw new Error(`${this.itemId}: the answer ${this.dataset.answer} is no shape`);
    return judgeShape(String(given ?? ""), { answer: read.shape, known: this.known });
  }
}

customElements.define("shape-question", ShapeQuestion);
