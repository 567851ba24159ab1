/**
 * The service worker: keeps one build of the course whole, and answers every request of its pages from that build.
 *
 * A new build is another worker. It counts as installed once every file of it is kept and checked, and takes over
 * when the learner says so or when no page is open.
 */

import { NotSaved } from "./offline-download.js";
import { OfflineFiles } from "./offline-files.js";

/** @import { Build, MessageFromWorker, MessageToWorker } from "./offline-messages.js" */

/**
 * @typedef {object} Scope The part of a service worker's global scope that is used here.
 * @property {Build} build Written before this script by the builder.
 * @property {ServiceWorkerRegistration} registration
 * @property {{ matchAll(options: object): Promise<{ id: string, postMessage(message: MessageFromWorker): void }[]>, claim(): Promise<void> }} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(type: string, listener: (event: any) => void) => void} addEventListener
 */

const scope = /** @type {Scope} */ (/** @type {unknown} */ (self));
const files = new OfflineFiles(scope.registration.scope, scope.build);

/** Between two messages about progress. */
const PAUSE_MS = 100;

/** Where a name is never used for another content. */
const NAMED_BY_CONTENT = /^(assets|exercises)\//;

/** The interpreter: browsers keep the code compiled from it, and the page checks its bytes. */
const COMPILED = /^assets\/runtime-/;

/** It stands by itself at any address. */
const NO_SUCH_PAGE = "404.html";

const pages = () => scope.clients.matchAll({ type: "window", includeUncontrolled: true });

/** @param {MessageFromWorker} message */
async function tell(message) {
  for (const page of await pages()) page.postMessage(message);
}

async function save() {
  const about = { build: scope.build.id, total: files.total };
  let told = 0;
  try {
    await files.save((loaded) => {
      if (Date.now() - told < PAUSE_MS) return;
      told = Date.now();
      void tell({ type: "progress", ...about, loaded });
    });
    await tell({ type: "progress", ...about, loaded: files.total });
  } catch (error) {
    const reason = error instanceof NotSaved ? error.reason : "broken";
    await tell({ type: "failed", build: scope.build.id, reason });
    throw error;
  }
}

async function activate() {
  // Pages that are open now may be of an earlier build. A page that is loaded anew has another id.
  await files.hold((await pages()).map(({ id }) => id));
  await tidy();
  await scope.clients.claim();
}

async function tidy() {
  // What a build that is just being fetched has kept is not to be taken away from it.
  if (scope.registration.installing || scope.registration.waiting) return;
  await files.tidy((await pages()).map(({ id }) => id));
}

/**
 * @param {Request} request
 * @param {string} path
 * @param {(work: Promise<unknown>) => void} afterwards What is done beside the answer.
 * @returns {Promise<Response>}
 */
async function answer(request, path, afterwards) {
  const isPage = request.mode === "navigate";
  if (request.cache === "reload") {
    // After a damaged download; a network that has fallen silent is not to be waited for where the right file is kept.
    const sound = await files.findSound(path);
    if (sound) return sound;
    const fresh = await fetch(request).catch(() => undefined);
    if (fresh?.ok) {
      afterwards(files.mend(path, fresh.clone()).catch(() => {}));
      return fresh;
    }
  } else if (COMPILED.test(path)) {
    const compiled = await files.findCompiled(path);
    if (compiled) return compiled;
  }
  const kept = await files.find(path);
  if (kept) return kept;
  if (isPage && files.lists(`${path}/index.html`)) return Response.redirect(request.url.replace(/(?=[?#]|$)/, "/"));
  const earlier = isPage ? undefined : await files.findEarlier(path);
  if (earlier) return earlier;
  if (files.lists(path)) {
    // The browser, or another tab, took away what was saved.
    afterwards(tell({ type: "lost" }));
    try {
      return await files.fetchOne(path);
    } catch (error) {
      // A page names everything it needs by hash, so one of another build still stands by itself. So does what is
      // named by its content: what the site says of it is to reach the page. Nothing else does.
      const isMissing = error instanceof NotSaved && error.reason === "missing";
      if (!isPage && !(isMissing && NAMED_BY_CONTENT.test(path))) throw error;
    }
  }
  try {
    const response = await fetch(request);
    if (response.status === 404 && NAMED_BY_CONTENT.test(path)) await tell({ type: "gone" });
    return response;
  } catch (error) {
    const none = isPage ? await files.find(NO_SUCH_PAGE) : undefined;
    if (none) return new Response(none.body, { status: 404, headers: none.headers });
    throw error;
  }
}

scope.addEventListener("install", (event) => event.waitUntil(save()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = request.method === "GET" ? files.pathOf(request.url) : null;
  if (path === null) return;
  event.respondWith(answer(request, path, (work) => event.waitUntil(work)));
  if (request.mode === "navigate") event.waitUntil(tidy());
});

scope.addEventListener("message", (event) => {
  const message = /** @type {MessageToWorker} */ (event.data);
  if (message.type === "take") event.waitUntil(scope.skipWaiting());
  if (message.type === "stop") files.stop();
  if (message.type === "repair") event.waitUntil(save().catch(() => {}));
  if (message.type === "state") {
    const reply = async () => event.ports[0].postMessage({ build: scope.build.id, loaded: await files.kept(), total: files.total });
    event.waitUntil(reply());
  }
});
