import type { IncomingMessage } from 'node:http';
import { notifications } from '@mantine/notifications';
import { waitFor } from '@testing-library/dom';
import type { Window as DomWindow } from 'happy-dom';
import type { Root } from 'react-dom/client';
import { vi } from 'vitest';
import { type ErrorCode, errorTable } from '#contract/shared/errors.ts';
import { startTestApp, type TestApp } from '#server/testing/harness.ts';
import { sendTo, signIn } from './fixtures.ts';

type Credentials = { username: string; password: string };
/** Returns the response of a request instead of the server, or undefined. */
type Reply = (request: Request) => Promise<Response | undefined>;

/** vitest's environment adds this to the window. */
const dom = (window as unknown as { happyDOM: DomWindow['happyDOM'] }).happyDOM;

/** How long a screen may take on a busy machine. */
export const PATIENCE = { timeout: 30_000 };

const WINDOW = { width: 1280, height: 800 };

/** An address without a page or layout. */
export const NOWHERE = '/no/such/page';

/**
 * The built-from-sources application in a simulated DOM, with a real server and database. There is no layout, no
 * painting and no image decoding: tests of those use a browser.
 */
export class Application {
  readonly server: TestApp;
  readonly #streams: IncomingMessage[] = [];
  readonly #stopTimers = trackTimers();
  readonly #stopListeners = trackListeners();
  readonly #removeBoxes = giveBoxes();
  #root: Root | undefined;
  #cookie = '';
  #replies: { pattern: RegExp; reply: Reply }[] = [];

  private constructor(
    server: TestApp,
    /** Modules of the page that tests change. */
    readonly page: PageModules,
  ) {
    this.server = server;
  }

  static async start(): Promise<Application> {
    const application = new Application(await startTestApp(), await loadPage());
    dom.setURL(`${application.server.baseUrl}/`);
    dom.setViewport(WINDOW);
    dom.settings.device.prefersReducedMotion = 'reduce';
    dom.settings.fetch.interceptor = {
      // The interceptor's types are those of happy-dom, the global ones those of the browser.
      beforeAsyncRequest: async ({ request }) =>
        (await application.#respondTo(request as never)) as never,
    };
    // happy-dom has no fonts.
    Object.assign(document, {
      fonts: Object.assign(new EventTarget(), {
        ready: Promise.resolve(),
        [Symbol.iterator]: () => [].values(),
      }),
    });
    document.head.replaceChildren();
    document.body.innerHTML = '<div id="root"></div>';
    return application;
  }

  /** Signs in without the login page, and shows an address. */
  async open(account: Credentials, path: string): Promise<void> {
    this.#cookie = await signIn(this.server, account);
    await this.load(path);
  }

  /** Loads an address without any client state, as a reload does. */
  async load(path: string): Promise<void> {
    const container = document.querySelector('#root');
    if (container && !this.#root) {
      window.history.replaceState({}, '', path);
      this.#root = await this.page.start(container);
      await waitFor(() => {
        if (!container.hasChildNodes()) throw new Error('Not yet rendered');
      }, PATIENCE);
      return;
    }
    this.visit(NOWHERE);
    await waitFor(() => {
      if (document.querySelector('h1')?.textContent !== '404') throw new Error('Not yet left');
    }, PATIENCE);
    this.page.queryClient.clear();
    this.visit(path);
  }

  /** Opens another address without a reload. */
  visit(path: string): void {
    window.history.pushState({}, '', path);
  }

  /** Replaces the responses of requests by an error of the closed list. */
  refuse(pattern: RegExp, code: ErrorCode): void {
    const { status, message } = errorTable[code];
    const error = { defined: true, code, status, message, data: {} };
    // File routes return the error itself; calls wrap it.
    this.#replace(pattern, async () =>
      Response.json(/rpc/.test(pattern.source) ? { json: error } : error, { status }),
    );
  }

  /** Replaces the responses of calls; `build` returns one for the text of the request, or undefined. */
  respond(pattern: RegExp, build: (body: string) => object | undefined): void {
    this.#replace(pattern, async (request) => {
      const json = build(await request.clone().text());
      return json && Response.json(json);
    });
  }

  /** Repeats the rows of lists until there are this many. */
  repeatRows(pattern: RegExp, count: number): void {
    this.#replace(pattern, async (request) => {
      const response = await this.#forward(request.clone());
      return Response.json(repeatRows(await response.json(), count));
    });
  }

  /** Makes requests fail without a reason. Not with 500: such calls are retried. */
  fail(pattern: RegExp): void {
    this.#replace(pattern, async () => new Response('', { status: 400 }));
  }

  /** Makes requests fail without a response. */
  disconnect(pattern: RegExp): void {
    this.#replace(pattern, async () => {
      throw new TypeError('Failed to fetch');
    });
  }

  /** Delays responses. Returns a function that releases them. */
  hold(pattern: RegExp): () => void {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#replace(pattern, async () => {
      await released;
      return undefined;
    });
    return () => {
      release();
      this.restore();
    };
  }

  /** Lets the server respond again. */
  restore(): void {
    this.#replies = [];
  }

  async close(): Promise<void> {
    this.#root?.unmount();
    // This library stays loaded, and would show the messages of this page on the next one.
    notifications.clean();
    for (const stream of this.#streams) stream.destroy();
    await dom.abort();
    await this.server.close();
    this.#stopTimers();
    this.#stopListeners();
    this.#removeBoxes();
    localStorage.clear();
    sessionStorage.clear();
  }

  #replace(pattern: RegExp, reply: Reply): void {
    this.#replies.unshift({ pattern, reply });
  }

  async #respondTo(request: Request): Promise<Response> {
    const replacement = this.#replies.find(({ pattern }) => pattern.test(request.url));
    return (await replacement?.reply(request)) ?? this.#forward(request);
  }

  async #forward(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const response = await sendTo(this.server, {
      path: pathname + search,
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), cookie: this.#cookie },
      body: Buffer.from(await request.arrayBuffer()),
    });
    const status = response.statusCode ?? 500;
    const headers = { 'content-type': response.headers['content-type'] ?? '' };
    if (pathname === '/api/events') return new Response(this.#read(response), { headers });
    const bytes = Buffer.concat(await response.toArray());
    return new Response(status === 204 ? null : bytes, { status, headers });
  }

  /** The live events, until the application is closed. */
  #read(response: IncomingMessage): ReadableStream<Uint8Array> {
    this.#streams.push(response);
    return new ReadableStream({
      start(controller) {
        response.on('data', (bytes: Buffer) => controller.enqueue(new Uint8Array(bytes)));
      },
      cancel: () => void response.destroy(),
    });
  }
}

/**
 * Lets every element fill the window. Without a layout no element has a size, and the page hides an open list whose
 * field is out of sight. Returns a function that undoes this.
 */
function giveBoxes(): () => void {
  const { prototype } = HTMLElement;
  const spies = [
    vi.spyOn(prototype, 'clientWidth', 'get').mockReturnValue(WINDOW.width),
    vi.spyOn(prototype, 'clientHeight', 'get').mockReturnValue(WINDOW.height),
    vi
      .spyOn(prototype, 'getBoundingClientRect')
      .mockImplementation(() => new DOMRect(0, 0, WINDOW.width, WINDOW.height)),
  ];
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

type PageModules = Awaited<ReturnType<typeof loadPage>>;

/**
 * Loads the page's modules anew, as a browser does: what they keep belongs to one page. Libraries stay loaded; loading
 * them for each file of tests took longer than most tests.
 */
async function loadPage() {
  vi.resetModules();
  const [{ start }, { queryClient }, { orpc }, { serverClock, serverNow }] = await Promise.all([
    import('../../web/app.tsx'),
    import('../../web/lib/api/query-client.ts'),
    import('../../web/lib/api/api.ts'),
    import('../../web/lib/i18n/server-clock.ts'),
  ]);
  return { start, queryClient, orpc, serverClock, serverNow };
}

/** A response of oRPC; `meta` has the places of values that JSON lacks. */
interface Answer {
  json: Row[] | { rows: Row[]; nextCursor?: string | null };
  meta?: [type: number, ...place: (string | number)[]][];
}
type Row = { id: string };

function repeatRows({ json, meta = [] }: Answer, count: number): Answer {
  const isArray = Array.isArray(json);
  const rows = isArray ? json : json.rows;
  const at = isArray ? 1 : 2;
  const copies = Array.from({ length: count }, (_, n) => ({ row: rows[n % rows.length], n }));
  const repeated = copies.flatMap(({ row, n }) =>
    row ? [{ ...row, id: row.id.slice(0, -3) + String(n).padStart(3, '0') }] : [],
  );
  return {
    json: isArray ? repeated : { ...json, rows: repeated, nextCursor: null },
    meta: [
      ...meta.filter((entry) => typeof entry[at] !== 'number'),
      ...copies.flatMap(({ n }) =>
        meta
          .filter((entry) => entry[at] === n % rows.length)
          .map(
            (entry): typeof entry =>
              [entry[0], ...entry.slice(1, at), n, ...entry.slice(at + 1)] as typeof entry,
          ),
      ),
    ],
  };
}

/** Returns a function that stops all timers set meanwhile: those of a closed page would run without a document. */
function trackTimers(): () => void {
  const spies = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setInterval')];
  return () => {
    for (const spy of spies) {
      for (const { value } of spy.mock.results) clearTimeout(value);
      spy.mockRestore();
    }
  };
}

/** Returns a function that ends all listening of a closed page to the window, its document and its history. */
function trackListeners(): () => void {
  const targets = [window, document];
  const spies = targets.map((target) => vi.spyOn(target, 'addEventListener'));
  const { pushState, replaceState } = window.history;
  return () => {
    for (const [at, spy] of spies.entries()) {
      for (const [type, listener, options] of spy.mock.calls) {
        targets[at]?.removeEventListener(type, listener, options);
      }
      spy.mockRestore();
    }
    // The router replaces these functions.
    Object.assign(window.history, { pushState, replaceState });
  };
}
