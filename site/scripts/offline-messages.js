/**
 * What a page and the service worker say to each other. Types only.
 *
 * @typedef {[path: string, bytes: number, sha256: string]} ListedFile
 *   `path` is relative to the course's address; `sha256` is in hex.
 *
 * @typedef {object} Build What one build of the course consists of; the builder writes it into the worker.
 * @property {string} id
 * @property {ListedFile[]} files
 *
 * @typedef {"full" | "offline" | "missing" | "changed" | "refused" | "stopped" | "broken"} SaveFailure
 *
 * @typedef {{ type: "take" }} TakeMessage Let this version serve the pages from now on.
 * @typedef {{ type: "state" }} StateMessage Answered on the port that comes with it.
 * @typedef {{ type: "repair" }} RepairMessage Fetch what is missing of this version.
 * @typedef {{ type: "stop" }} StopMessage End what is being fetched of this version.
 * @typedef {TakeMessage | StateMessage | RepairMessage | StopMessage} MessageToWorker
 *
 * @typedef {object} ProgressMessage
 * @property {"progress"} type
 * @property {string} build
 * @property {number} loaded Bytes kept so far.
 * @property {number} total
 *
 * @typedef {{ type: "failed", build: string, reason: SaveFailure }} FailedMessage
 * @typedef {{ type: "gone" }} GoneMessage The site no longer has a file that a page of an earlier version asks for.
 * @typedef {{ type: "lost" }} LostMessage A file that was saved is not there any more.
 * @typedef {ProgressMessage | FailedMessage | GoneMessage | LostMessage} MessageFromWorker
 */

export {};
