import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";

import { PythonClient, STOPPED } from "../../site/scripts/python-client.js";
import { StartFailure } from "../../site/scripts/python-failure.js";
import { ProcessGone } from "../../site/scripts/python-process.js";

/** A process whose answers the test gives: `calls` holds what it was asked, `kill` rejects what is open. */
class FakeProcess {
  touched = false;
  isReady = false;
  killed = false;
  /** @type {ProcessGone | null} */
  gone = null;
  /** @type {{ name: string, request: any, answer: (value: any) => void, fail: (error: Error) => void, print: (text: string) => void, wait: (isWaiting: boolean) => void }[]} */
  calls = [];
  /** The code it was asked to read. @type {string[]} */
  read = [];
  /** @type {(error?: Error) => void} */
  settle = () => {};
  ready = new Promise((resolve, reject) => {
    this.settle = (error) => (error ? reject(error) : resolve(undefined));
  });

  constructor(started = true) {
    this.ready.then(() => (this.isReady = true), () => {});
    if (started) this.settle();
  }

  /** @type {Promise<void>} */
  silence = Promise.resolve();
  quiet = () => this.silence;

  /** @param {string} name @param {string} request @param {import("../../site/scripts/python-process.js").Listening} [listening] */
  call(name, request, { onPrinted: print = () => {}, onWaiting: wait = () => {} } = {}) {
    // Reading code is no step of its own for these tests; code is plain unless it imports.
    if (name === "plain") {
      this.read.push(JSON.parse(request).code);
      return this.ready.then(() => JSON.stringify(!request.includes("import")));
    }
    return new Promise((resolve, reject) => {
      this.calls.push({
        name,
        request: JSON.parse(request),
        answer: (value) => resolve(JSON.stringify(value)),
        fail: reject,
        print,
        wait,
      });
    });
  }

  completed = 0;

  async complete() {
    this.completed++;
  }

  kill() {
    this.killed = true;
    this.isReady = false;
    this.settle(new ProcessGone("ended"));
    this.gone = new ProcessGone("ended");
    for (const { fail } of this.calls) fail(new ProcessGone("ended"));
  }
}

const BUNDLE = /** @type {import("../../site/scripts/python-messages.js").Bundle} */ ({
  id: "causal-mask",
  function: "causal_mask",
  starter: "def causal_mask(L):\n    ...\n",
  time_limit: 2,
  cases: [
    { name: "shown", shown: true, arguments: { L: 3 }, expected: "secret" },
    { name: "hidden", shown: false, arguments: { L: 5 }, expected: "secret" },
  ],
  mistakes: { inverted: { title: "secret" } },
  fingerprints: { data: "secret" },
});

/** The same, for code that is left to run out of its time. */
const BRIEF = { ...BUNDLE, time_limit: 0.05 };

const RAN = { stage: "ran", error: null, outcomes: [], printed: "", seconds: 0 };

/**
 * @param {boolean[]} [started] whether the n-th process is ready at once
 * @param {boolean} [roomy]
 * @param {Promise<void>} [complete] Python's files have all been checked
 */
function client(started = [], roomy = true, complete = Promise.resolve()) {
  /** @type {FakeProcess[]} */
  const opened = [];
  /** What the page does once the learner has a result. @type {(() => void)[]} */
  const later = [];
  const python = new PythonClient(
    async (onProgress) => {
      onProgress(1, 2);
      return /** @type {any} */ ({ complete });
    },
    () => {
      const fake = new FakeProcess(started[opened.length] ?? true);
      opened.push(fake);
      return /** @type {any} */ (fake);
    },
    { hasRoomForTwo: () => roomy, whenIdle: (act) => act(), later: (act) => later.push(act) },
  );
  return { python, opened, later };
}

/** Let everything that can go on go on. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

/**
 * What the n-th process was asked, once it has been.
 *
 * @param {FakeProcess[]} opened
 * @param {number} process
 * @param {number} [index]
 */
async function call(opened, process, index = 0) {
  for (let tries = 0; tries < 50 && !opened[process]?.calls[index]; tries++) await settle();
  const found = opened[process]?.calls[index];
  assert.ok(found, "the process was asked");
  return found;
}

describe("files that are still being checked", () => {
  test("hold up no run, but every verdict", async () => {
    let checked = () => {};
    const { python, opened } = client([], true, new Promise((resolve) => (checked = resolve)));
    const running = python.run(BUNDLE, "code", "a");
    (await call(opened, 0)).answer(RAN);
    (await call(opened, 0, 1)).answer({ kind: "ran" });
    assert.deepEqual(await running, { kind: "ran" });
    const checking = python.check(BUNDLE, "code", "a");
    (await call(opened, 0, 2)).answer(RAN);
    await settle();
    assert.equal(python.state.phase, "ready");
    const judged = () => opened.flatMap(({ calls }) => calls).filter(({ name }) => name === "judge");
    assert.equal(judged().length, 0);
    checked();
    (await call(opened, 1)).answer({ passed: true });
    assert.deepEqual(await checking, { passed: true });
  });

  test("give no verdict when they are damaged: Python has failed, and can be tried again", async () => {
    let fail = (/** @type {Error} */ _) => {};
    const { python, opened } = client([], true, new Promise((_, reject) => (fail = reject)));
    const checking = python.check(BUNDLE, "code", "a");
    (await call(opened, 0)).answer(RAN);
    await settle();
    fail(new StartFailure("damaged", "SHA-256 1, not 2"));
    await assert.rejects(checking, { reason: "damaged" });
    assert.deepEqual([python.state.phase, python.state.failure], ["failed", "damaged"]);
    assert.ok(opened.every(({ killed }) => killed));
  });

  test("end what is running when they are damaged, and start no other worker", async () => {
    let fail = (/** @type {Error} */ _) => {};
    const { python, opened } = client([], true, new Promise((_, reject) => (fail = reject)));
    const running = python.run(BUNDLE, "code", "a");
    await call(opened, 0);
    fail(new StartFailure("damaged", "SHA-256 1, not 2"));
    await assert.rejects(running, ProcessGone);
    await settle();
    assert.ok(opened.every(({ killed }) => killed));
    assert.equal(python.state.failure, "damaged");
  });
});

describe("a check", () => {
  test("runs in one process and is judged in the other", async () => {
    const { python, opened } = client();
    const checking = python.check(BUNDLE, "code", "a");
    (await call(opened, 0)).answer(RAN);
    const judging = await call(opened, 1);
    assert.equal(judging.name, "judge");
    assert.deepEqual(judging.request, { bundle: BUNDLE, ran: RAN, code: "code" });
    judging.answer({ passed: true });
    assert.deepEqual(await checking, { passed: true });
    assert.deepEqual([opened[0]?.touched, opened[1]?.touched], [true, false]);
  });

  test("gives the code every case and no expected value", async () => {
    const { python, opened } = client();
    void python.check(BUNDLE, "code", "a").catch(() => {});
    const { request } = await call(opened, 0);
    assert.deepEqual(request.cases, [
      { name: "shown", arguments: { L: 3 } },
      { name: "hidden", arguments: { L: 5 } },
    ]);
    assert.ok(!JSON.stringify(request).includes("secret"));
  });

  test("of plain code is judged where it ran while the spare still starts", async () => {
    const { python, opened } = client([true, false]);
    const checking = python.check(BUNDLE, "code", "a");
    (await call(opened, 0)).answer(RAN);
    (await call(opened, 0, 1)).answer({ passed: false });
    assert.deepEqual(await checking, { passed: false });
    opened[1]?.settle();
    await settle();
    void python.check(BUNDLE, "next", "a");
    (await call(opened, 0, 2)).answer(RAN);
    assert.equal((await call(opened, 1)).name, "judge");
  });

  test("is judged in the only process where there is no room for a second", async () => {
    const { python, opened } = client([true, false]);
    const checking = python.check(BUNDLE, "code", "a");
    const running = await call(opened, 0);
    opened[1]?.settle(new StartFailure("memory", "no room"));
    await settle();
    running.answer(RAN);
    (await call(opened, 0, 1)).answer({ passed: true });
    assert.deepEqual(await checking, { passed: true });
  });

  test("opens no second process on a device with little memory", async () => {
    const { python, opened } = client([], false);
    const checking = python.check(BUNDLE, "code", "a");
    (await call(opened, 0)).answer(RAN);
    (await call(opened, 0, 1)).answer({ passed: true });
    await checking;
    const looping = python.check(BUNDLE, "loop", "a");
    await call(opened, 0, 2);
    python.stop("a");
    await looping;
    await settle();
    assert.deepEqual([opened.length, opened[0]?.killed], [2, true]);
  });
});

describe("a run", () => {
  test("gives the shown cases, and is put into words by the same process", async () => {
    const { python, opened } = client();
    const running = python.run(BUNDLE, "code", "a");
    const { request, answer } = await call(opened, 0);
    assert.deepEqual(request.cases, [{ name: "shown", arguments: { L: 3 } }]);
    answer(RAN);
    const telling = await call(opened, 0, 1);
    assert.equal(telling.name, "show");
    assert.deepEqual(telling.request.ran, RAN);
    telling.answer({ kind: "ran" });
    assert.deepEqual(await running, { kind: "ran" });
  });

  test("never brings an answer near the process that runs code", async () => {
    const { python, opened } = client();
    void python.run(BUNDLE, "code", "a");
    (await call(opened, 0)).answer(RAN);
    await call(opened, 0, 1);
    assert.ok(!JSON.stringify(opened[0]?.calls.map(({ request }) => request)).includes("secret"));
  });

  test("that cannot be put into words fails, and the next one gets a new process", async () => {
    const { python, opened } = client();
    const running = python.run(BUNDLE, "code", "a");
    (await call(opened, 0)).answer(RAN);
    (await call(opened, 0, 1)).fail(new ProcessGone("gave up"));
    await assert.rejects(running, /gave up/);
    void python.run(BUNDLE, "again", "a");
    assert.equal((await call(opened, 1)).request.code, "again");
  });
});

describe("code that is not plain", () => {
  test("is read where no learner code has run, and no other code runs in its process", async () => {
    const { python, opened } = client();
    const first = python.check(BUNDLE, "fine", "a");
    (await call(opened, 0)).answer(RAN);
    (await call(opened, 1)).answer({ kind: "passed" });
    await first;
    const second = python.check(BUNDLE, "import grader", "a");
    (await call(opened, 0, 1)).answer({ ...RAN, printed: "poison" });
    const judging = await call(opened, 1, 1);
    assert.equal(judging.name, "judge");
    assert.equal(opened[0]?.killed, true);
    judging.answer({ kind: "mistake" });
    await second;
    assert.deepEqual([opened[0]?.read, opened[1]?.read], [["fine"], ["import grader"]]);
    void python.check(BUNDLE, "next", "a");
    assert.equal((await call(opened, 1, 2)).request.code, "next");
  });

  test("is put into words by a new process", async () => {
    const { python, opened } = client();
    void python.run(BUNDLE, "import grader", "a");
    (await call(opened, 0)).answer(RAN);
    assert.equal((await call(opened, 1)).name, "show");
    assert.equal(opened[0]?.killed, true);
  });

  test("costs the only process where there is no room for a second", async () => {
    const { python, opened } = client([true, false, true]);
    const checking = python.check(BUNDLE, "import grader", "a");
    const running = await call(opened, 0);
    opened[1]?.settle(new StartFailure("memory", "no room"));
    await settle();
    running.answer(RAN);
    (await call(opened, 2)).answer({ kind: "passed" });
    assert.deepEqual(await checking, { kind: "passed" });
    assert.equal(opened[0]?.killed, true);
  });

  test("is not said of code that computes: its process stays", async () => {
    const { python, opened } = client();
    for (const index of [0, 1, 2]) {
      const checking = python.check(BUNDLE, "fine", "a");
      (await call(opened, 0, index)).answer(RAN);
      (await call(opened, 1, index)).answer({ kind: "passed" });
      await checking;
    }
    assert.deepEqual([opened.length, opened[0]?.killed], [2, false]);
  });

  for (const damaged of [null, 5, [], { stage: "ran" }, { stage: 1, outcomes: [] }, { stage: "broken", outcomes: [], error: {} }]) {
    test(`or an answer such as ${JSON.stringify(damaged)} is judged as broken, in a new process`, async () => {
      const { python, opened } = client();
      void python.check(BUNDLE, "fine", "a");
      (await call(opened, 0)).answer(damaged);
      assert.equal((await call(opened, 1)).request.ran.stage, "broken");
      assert.equal(opened[0]?.killed, true);
    });
  }
});

describe("the rest of Python", () => {
  test("goes to both processes, after the first result", async () => {
    const { python, opened, later } = client();
    await python.start();
    assert.deepEqual(opened.map(({ completed }) => completed), [0, 0]);
    for (const act of later) act();
    assert.deepEqual(opened.map(({ completed }) => completed), [1, 1]);
  });

  test("comes at once where the code says that it needs it", async () => {
    const { python, opened } = client();
    void python.check(BUNDLE, "x = np.random.rand(3)", "a");
    await call(opened, 0);
    assert.ok((opened[0]?.completed ?? 0) > 0);
  });

  test("may take longer than code may: it begins anew, with the whole time and nothing printed", async () => {
    const { python, opened } = client();
    /** @type {string[]} */
    const printed = [];
    const checking = python.check(BRIEF, "import numpy.random", "a", (text) => printed.push(text));
    const running = await call(opened, 0);
    running.print("before");
    running.wait(true);
    await new Promise((resolve) => setTimeout(resolve, BRIEF.time_limit * 1000 + 30));
    running.wait(false);
    running.print("again");
    await new Promise((resolve) => setTimeout(resolve, BRIEF.time_limit * 1000 + 30));
    const judging = await call(opened, 1);
    assert.deepEqual([judging.request.ran.stage, judging.request.ran.printed], ["timeout", "again"]);
    judging.answer({ passed: false });
    await checking;
    assert.deepEqual([printed[0], printed[1], printed.at(-1)], ["before", "", "again"]);
  });

  for (const guard of ["except:", "except BaseException:", "finally:"]) {
    test(`is there before code with "${guard}" runs, and such code runs without it where it cannot be had`, async () => {
      const { python, opened } = client();
      await python.start();
      const [runner] = opened;
      let fail = (/** @type {Error} */ _error) => {};
      if (runner) runner.complete = () => new Promise((_, reject) => (fail = reject));
      void python.check(BUNDLE, `try:\n    f()\n${guard}\n    pass`, "a");
      await new Promise((resolve) => setTimeout(resolve, 30));
      assert.equal(runner?.calls.length, 0);
      fail(new StartFailure("offline", "numpy: Failed to fetch"));
      await call(opened, 0);
    });
  }

  test("that cannot be fetched is said, and the process stays", async () => {
    const { python, opened } = client();
    const checking = python.check(BUNDLE, "x", "a");
    (await call(opened, 0)).fail(new StartFailure("offline", "numpy: Failed to fetch"));
    await assert.rejects(checking, /A part of Python that the code imports could not be fetched/);
    assert.equal(opened[0]?.killed, false);
  });
});

describe("a run that has to be ended", () => {
  test("has the spare wait until the page is idle", async () => {
    /** @type {(() => void)[]} */
    const idle = [];
    /** @type {FakeProcess[]} */
    const opened = [];
    const python = new PythonClient(
      async () => /** @type {any} */ ({ complete: Promise.resolve() }),
      () => /** @type {any} */ (opened[opened.push(new FakeProcess(true)) - 1]),
      { hasRoomForTwo: () => true, whenIdle: (act) => void idle.push(act), later: () => {} },
    );
    await python.start();
    await settle();
    assert.deepEqual([opened.length, idle.length], [1, 1]);
    idle[0]?.();
    await settle();
    assert.equal(opened.length, 2);
  });

  test("has the spare wait for its answer, unless it runs for long", async () => {
    for (const answered of [true, false]) {
      const { python, opened } = client([false]);
      void python.start();
      await settle();
      let fall = () => {};
      opened[0].silence = new Promise((resolve) => (fall = resolve));
      opened[0].settle();
      await settle();
      assert.equal(opened.length, 1);
      if (answered) fall();
      await new Promise((resolve) => setTimeout(resolve, answered ? 5 : 550));
      assert.equal(opened.length, 2);
    }
  });

  test("past its time is killed, judged as a timeout, and the next one runs in the spare", async () => {
    const { python, opened } = client();
    const checking = python.check(BRIEF, "while True: pass", "a");
    await call(opened, 0);
    const judging = await call(opened, 1);
    assert.equal(opened[0]?.killed, true);
    assert.equal(judging.request.ran.stage, "timeout");
    assert.equal(judging.request.ran.limit, BRIEF.time_limit);
    judging.answer({ kind: "timeout" });
    assert.deepEqual(await checking, { kind: "timeout" });
    assert.equal(opened.length, 3);

    const next = python.check(BUNDLE, "fine", "a");
    (await call(opened, 1, 1)).answer(RAN);
    (await call(opened, 2)).answer({ kind: "passed" });
    assert.deepEqual(await next, { kind: "passed" });
  });

  test("by Stop gives no verdict and leaves others waiting their turn", async () => {
    const { python, opened } = client();
    const first = python.check(BUNDLE, "loop", "a");
    const second = python.run(BUNDLE, "fine", "b");
    await call(opened, 0);
    python.stop("a");
    assert.equal(await first, STOPPED);
    assert.equal(opened[0]?.killed, true);
    const { request, answer } = await call(opened, 1);
    assert.equal(request.code, "fine");
    answer(RAN);
    (await call(opened, 1, 1)).answer({ printed: "fine" });
    assert.deepEqual(await second, { printed: "fine" });
  });

  test("past its time keeps what it had printed", async () => {
    const { python, opened } = client();
    const heard = /** @type {string[]} */ ([]);
    void python.check(BRIEF, "loop", "a", (text) => heard.push(text));
    const running = await call(opened, 0);
    running.print("step 1\n");
    running.print("step 2\n");
    assert.equal((await call(opened, 1)).request.ran.printed, "step 1\nstep 2\n");
    assert.deepEqual(heard, ["step 1\n", "step 1\nstep 2\n"]);
  });

  test("by a crash keeps what it had printed", async () => {
    const { python, opened } = client();
    void python.check(BUNDLE, "code", "a");
    const running = await call(opened, 0);
    running.print("last words");
    running.fail(new ProcessGone("RuntimeError: unreachable"));
    assert.equal((await call(opened, 1)).request.ran.printed, "last words");
  });

  test("by Stop before its turn never runs", async () => {
    const { python, opened } = client();
    const first = python.run(BUNDLE, "one", "a");
    const second = python.run(BUNDLE, "two", "b");
    const running = await call(opened, 0);
    python.stop("b");
    assert.equal(await second, STOPPED);
    running.answer(RAN);
    (await call(opened, 0, 1)).answer({});
    await first;
    await settle();
    assert.equal(opened[0]?.calls.length, 2);
    assert.equal(opened[0]?.killed, false);
  });

  test("by Stop while Python is still starting never runs", async () => {
    const { python, opened } = client([false]);
    const running = python.run(BUNDLE, "code", "a");
    await settle();
    python.stop("a");
    assert.equal(await running, STOPPED);
    opened[0]?.settle();
    await settle();
    assert.equal(opened[0]?.calls.length, 0);
  });

  for (const [detail, stage, message] of /** @type {const} */ ([
    ["RangeError: Maximum call stack size exceeded", "died", "its calls went deeper than the browser allows"],
    ["RangeError: Out of memory", "memory", undefined],
    ["RuntimeError: unreachable", "died", undefined],
    ["RuntimeError: Out of bounds memory access (evaluating 'run()')", "died", undefined],
    ["RuntimeError: memory access out of bounds", "died", undefined],
  ])) {
    test(`by a crash (${detail}) is judged as ${stage}`, async () => {
      const { python, opened } = client();
      void python.check(BUNDLE, "code", "a");
      (await call(opened, 0)).fail(new ProcessGone(detail));
      const { ran } = (await call(opened, 1)).request;
      assert.equal(ran.stage, stage);
      assert.equal(ran.error?.message, message);
      assert.equal(opened[0]?.killed, true);
    });
  }

  for (const full of [{ stage: "memory" }, { outcomes: [{ raised: { bases: ["_ArrayMemoryError", "MemoryError"] } }] }]) {
    test(`by a full memory (${Object.keys(full)}) is judged, and the full process is not used again`, async () => {
      const { python, opened } = client();
      void python.check(BUNDLE, "code", "a");
      (await call(opened, 0)).answer({ ...RAN, ...full });
      assert.deepEqual((await call(opened, 1)).request.ran, { ...RAN, ...full });
      assert.equal(opened[0]?.killed, true);
    });
  }
});

describe("code after which the process is of no more use", () => {
  /** A process in which other code has run and was judged. */
  async function used() {
    const { python, opened } = client();
    const before = python.check(BUNDLE, "before", "a");
    (await call(opened, 0)).answer(RAN);
    (await call(opened, 1)).answer({ kind: "passed" });
    await before;
    return { python, opened };
  }

  for (const [how, end] of /** @type {[string, (run: FakeProcess["calls"][0]) => void][]} */ ([
    ["a crash", (run) => run.fail(new ProcessGone("RuntimeError: memory access out of bounds"))],
    ["a full memory", (run) => run.answer({ ...RAN, stage: "memory" })],
    ["a broken grader", (run) => run.answer({ ...RAN, stage: "broken" })],
  ])) {
    test(`by ${how} runs once more where nothing else has run, and is judged by that`, async () => {
      const { python, opened } = await used();
      /** @type {string[]} */
      const printed = [];
      const checking = python.check(BUNDLE, "code", "a", (text) => printed.push(text));
      const run = await call(opened, 0, 1);
      run.print("half");
      end(run);
      const again = await call(opened, 1, 1);
      assert.deepEqual([again.name, again.request, opened[0]?.killed], ["run", run.request, true]);
      again.print("whole");
      again.answer(RAN);
      const judging = await call(opened, 2);
      assert.deepEqual(judging.request.ran, RAN);
      judging.answer({ kind: "passed" });
      assert.deepEqual(await checking, { kind: "passed" });
      assert.deepEqual(printed, ["half", "", "whole"]);
    });

    test(`by ${how} there, too, is judged as that`, async () => {
      const { python, opened } = await used();
      void python.check(BUNDLE, "code", "a");
      end(await call(opened, 0, 1));
      end(await call(opened, 1, 1));
      const judging = await call(opened, 2);
      assert.notEqual(judging.request.ran.stage, "ran");
      assert.deepEqual([judging.name, opened.length], ["judge", 4]);
    });
  }

  test("is stopped while it runs once more", async () => {
    const { python, opened } = await used();
    const checking = python.check(BUNDLE, "code", "a");
    (await call(opened, 0, 1)).fail(new ProcessGone("RuntimeError: unreachable"));
    await call(opened, 1, 1);
    python.stop("a");
    assert.equal(await checking, STOPPED);
    assert.equal(opened[1]?.killed, true);
  });
});

test("a judge that breaks is replaced, and the run is judged where it ran", async () => {
  const { python, opened } = client();
  const checking = python.check(BUNDLE, "code", "a");
  (await call(opened, 0)).answer(RAN);
  (await call(opened, 1)).fail(new ProcessGone("gave up"));
  (await call(opened, 0, 1)).answer({ kind: "passed" });
  assert.deepEqual(await checking, { kind: "passed" });
  assert.equal(opened.length, 3);
});

test("a process that was lost while nothing ran is not blamed on the next code", async () => {
  const { python, opened } = client();
  await python.start();
  opened[0]?.kill();
  void python.check(BUNDLE, "code", "a");
  assert.equal((await call(opened, 1)).name, "run");
});

test("when no process can start after a kill, that is a failure with another try", async () => {
  const { python, opened } = client([true, false, false]);
  const checking = python.check(BRIEF, "loop", "a");
  await call(opened, 0);
  opened[1]?.settle(new StartFailure("memory", "no room"));
  for (let tries = 0; tries < 50 && !opened[2]; tries++) await settle();
  opened[2]?.settle(new StartFailure("memory", "no room"));
  await assert.rejects(checking, { reason: "memory" });
  assert.equal(python.state.phase, "failed");
  const again = python.check(BUNDLE, "fine", "a");
  (await call(opened, 3)).answer(RAN);
  (await call(opened, 4)).answer({ kind: "passed" });
  assert.deepEqual(await again, { kind: "passed" });
});

test("two exercises at once get their own answers, one after the other", async () => {
  const { python, opened } = client();
  const first = python.check(BUNDLE, "one", "a");
  const second = python.check(BUNDLE, "two", "b");
  const one = await call(opened, 0);
  await settle();
  assert.equal(opened[0]?.calls.length, 1);
  one.answer({ ...RAN, printed: "one" });
  const judgingOne = await call(opened, 1);
  assert.equal(judgingOne.request.ran.printed, "one");
  judgingOne.answer({ title: "for one" });
  assert.deepEqual(await first, { title: "for one" });
  (await call(opened, 0, 1)).answer({ ...RAN, printed: "two" });
  const judgingTwo = await call(opened, 1, 1);
  assert.equal(judgingTwo.request.ran.printed, "two");
  judgingTwo.answer({ title: "for two" });
  assert.deepEqual(await second, { title: "for two" });
});

describe("a next worker that does not come", () => {
  /** A client whose first code was stopped; of its workers only the first has started. */
  async function stopped() {
    const { python, opened } = client([true, false, false, true], false);
    const looping = python.run(BUNDLE, "loop", "a");
    await call(opened, 0);
    python.stop("a");
    await looping;
    return { python, opened };
  }

  test("is given up by Stop, and the next press begins another", async () => {
    const { python, opened } = await stopped();
    for (const worker of [1, 2]) {
      const checking = python.check(BUNDLE, "code", "a");
      await settle();
      python.stop("a");
      assert.equal(await checking, STOPPED);
      assert.deepEqual([opened.length, opened[worker]?.killed, python.state.phase], [worker + 1, true, "ready"]);
    }
    const checking = python.check(BUNDLE, "code", "a");
    (await call(opened, 3)).answer(RAN);
    (await call(opened, 3, 1)).answer({ passed: true });
    assert.deepEqual(await checking, { passed: true });
  });

  test("is given up, too, where it was to put a run into words", async () => {
    const { python, opened } = client([true, false, true], false);
    const running = python.run(BUNDLE, "import grader", "a");
    (await call(opened, 0)).answer(RAN);
    await settle();
    python.stop("a");
    assert.equal(await running, STOPPED);
    await settle();
    assert.deepEqual([opened.length, opened[1]?.killed], [2, true]);
    void python.run(BUNDLE, "code", "a");
    await call(opened, 2);
  });

  test("is told after a second to the exercise that waits for it, until it has come", async () => {
    const { python, opened } = await stopped();
    mock.timers.enable({ apis: ["setTimeout"] });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    try {
      const told = () => [python.state.isRestarting, python.state.isWaiting];
      void python.check(BUNDLE, "code", "a");
      await turn();
      mock.timers.tick(999);
      assert.deepEqual(told(), [false, false]);
      mock.timers.tick(1);
      assert.deepEqual([...told(), python.state.running], [true, true, "a"]);
      opened[1]?.settle();
      await turn();
      assert.deepEqual(told(), [false, false]);
    } finally {
      mock.timers.reset();
    }
  });

  test("and cannot start is a failure, as at the first start", async () => {
    const { python, opened } = await stopped();
    const checking = python.check(BUNDLE, "code", "a");
    await settle();
    opened[1]?.settle(new StartFailure("offline", "Failed to fetch"));
    await assert.rejects(checking, { reason: "offline" });
    assert.deepEqual([python.state.phase, python.state.failure], ["failed", "offline"]);
  });
});

describe("the state", () => {
  test("goes from idle through loading to ready, once for everyone", async () => {
    const { python, opened } = client();
    /** @type {string[]} */
    const seen = [];
    python.subscribe(({ phase, loaded, total }) => seen.push(`${phase} ${loaded}/${total}`));
    await Promise.all([python.start(), python.start()]);
    assert.deepEqual(seen, ["idle 0/0", "loading 0/0", "loading 1/2", "starting 1/2", "ready 1/2"]);
    assert.equal(opened.length, 2);
  });

  test("names a failure, and another try starts anew", async () => {
    let tries = 0;
    /** @type {boolean[]} */
    const fresh = [];
    const python = new PythonClient(
      async (_onProgress, again) => {
        fresh.push(again);
        if (++tries === 1) throw new StartFailure("damaged", "numpy.whl: 3 bytes, not the 5 that were built");
        return /** @type {any} */ ({ complete: Promise.resolve() });
      },
      () => /** @type {any} */ (new FakeProcess()),
      { hasRoomForTwo: () => false, whenIdle: () => {}, later: () => {} },
    );
    const first = python.run(BUNDLE, "code", "a");
    await assert.rejects(first, { name: "StartFailure", reason: "damaged" });
    assert.equal(python.state.phase, "failed");
    assert.equal(python.state.failure, "damaged");
    assert.match(python.state.detail, /numpy\.whl/);
    await python.start();
    assert.equal(python.state.phase, "ready");
    assert.equal(python.state.failure, null);
    assert.deepEqual(fresh, [false, true]);
  });

  test("a worker that cannot start is a failure too, and no spare is tried", async () => {
    const { python, opened } = client([false, true]);
    const starting = python.start();
    await settle();
    opened[0]?.settle(new StartFailure("memory", "no room"));
    await assert.rejects(starting, { reason: "memory" });
    await settle();
    assert.equal(opened.length, 1);
  });

  test("says whose code is running", async () => {
    const { python, opened } = client();
    const running = python.run(BUNDLE, "code", "a");
    const { answer } = await call(opened, 0);
    assert.equal(python.state.running, "a");
    answer(RAN);
    (await call(opened, 0, 1)).answer({});
    await running;
    await settle();
    assert.equal(python.state.running, null);
  });
});

describe("a download that comes to a halt", () => {
  /** A client whose bytes the test sends. */
  function halting() {
    /** @type {((loaded: number, total: number) => void)[]} */
    const tell = [];
    /** @type {boolean[]} */
    const fresh = [];
    /** @type {FakeProcess[]} */
    const opened = [];
    /** All files of the n-th start have come. @type {(() => void)[]} */
    const finish = [];
    const python = new PythonClient(
      async (onProgress, isFresh) => {
        tell.push(onProgress);
        fresh.push(isFresh);
        return /** @type {any} */ ({ complete: new Promise((resolve) => finish.push(() => resolve(undefined))) });
      },
      () => {
        const fake = new FakeProcess(false);
        opened.push(fake);
        return /** @type {any} */ (Object.assign(fake, { kill: () => fake.settle(new ProcessGone("ended")) }));
      },
      { hasRoomForTwo: () => false, whenIdle: () => {}, later: () => {} },
    );
    return { python, tell, finish, fresh, opened };
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  test("is told after ten seconds, until something comes", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const { python, tell } = halting();
      void python.start().catch(() => {});
      mock.timers.tick(9999);
      assert.equal(python.state.isStalled, false);
      mock.timers.tick(1);
      assert.equal(python.state.isStalled, true);
      tell[0]?.(2, 2);
      assert.equal(python.state.isStalled, false);
    } finally {
      mock.timers.reset();
    }
  });

  test("is given up for another try, which goes past the cache; who waited for the first gets the second", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const { python, fresh, opened } = halting();
      const first = python.start();
      await turn();
      mock.timers.tick(10_000);
      const second = python.start(true);
      assert.notEqual(first, second);
      await turn();
      assert.deepEqual([python.state.failure, python.state.isStalled, fresh], [null, false, [false, true]]);
      opened[1]?.settle();
      await Promise.all([first, second]);
      assert.equal(python.state.phase, "ready");
    } finally {
      mock.timers.reset();
    }
  });

  test("and goes on once it was given up changes nothing that is told of the next start", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const { python, tell, finish } = halting();
      void python.start();
      await turn();
      tell[0]?.(60, 60);
      mock.timers.tick(10_000);
      void python.start(true);
      await turn();
      const told = () => [python.state.phase, python.state.loaded, python.state.total, python.state.isStalled];
      tell[1]?.(40, 40);
      mock.timers.tick(10_000);
      tell[0]?.(75, 75);
      finish[0]?.();
      await turn();
      assert.deepEqual(told(), ["loading", 40, 40, true]);
      finish[1]?.();
      await turn();
      assert.equal(python.state.phase, "starting");
    } finally {
      mock.timers.reset();
    }
  });

  test("leaves no run behind that waited for it", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const { python, opened } = halting();
      void python.run(BUNDLE, "code", "a");
      await turn();
      mock.timers.tick(10_000);
      void python.start(true);
      await turn();
      opened[1]?.settle();
      await turn();
      assert.deepEqual(opened[1]?.calls.map(({ name }) => name), ["run"]);
    } finally {
      mock.timers.reset();
    }
  });

  test("that has not is left alone by another try", async () => {
    const { python, opened } = halting();
    const first = python.start();
    assert.equal(python.start(true), first);
    await turn();
    opened[0]?.settle();
    await first;
  });
});
