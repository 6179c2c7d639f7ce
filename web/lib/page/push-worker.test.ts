import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test, vi } from 'vitest';

/** The part of the service worker that shows notifications, in a scope as browsers have it. */
const source = readFileSync(path.resolve(import.meta.dirname, '../../public/push.js'), 'utf8');

type Listener = (event: object) => void;

let listeners: Map<string, Listener>;
let windows: {
  focused: boolean;
  focus: () => Promise<void>;
  postMessage: (data: object) => void;
}[];
const showNotification = vi.fn<(title: string, options: object) => Promise<void>>();
const setAppBadge = vi.fn(async () => undefined);
const openWindow = vi.fn(async () => undefined);
const subscribe = vi.fn();
const request = vi.fn();

beforeEach(() => {
  listeners = new Map();
  windows = [];
  vi.resetAllMocks();
  const scope = {
    location: new URL('https://wallet.example/sw.js'),
    navigator: { setAppBadge },
    clients: { matchAll: async () => windows, openWindow },
    registration: { showNotification, pushManager: { subscribe } },
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
  };
  setAppBadge.mockResolvedValue(undefined);
  runInNewContext(source, { self: scope, URL, Number, fetch: request });
});

/** Resolves when the service worker has handled an event. */
async function fire(type: string, event: object): Promise<void> {
  let work: Promise<unknown> | undefined;
  const waitUntil = (given: Promise<unknown>) => {
    work = given;
  };
  listeners.get(type)?.({ ...event, waitUntil });
  await work;
}

const push = (message: object) => fire('push', { data: { json: () => message } });
const click = (target: unknown) =>
  fire('notificationclick', { notification: { close: vi.fn(), data: { path: target } } });
const openPage = (focused = false) => {
  const page = { focused, focus: vi.fn(async () => undefined), postMessage: vi.fn() };
  windows.push(page);
  return page;
};

const MESSAGE = { title: 'Wallet: Approved', body: '₹1', path: '/user', tag: 'a', language: 'hi' };

test('shows a notification in the language of its text, and the number on the icon of the app', async () => {
  await push({ ...MESSAGE, unread: 3 });
  const shown = { body: '₹1', tag: 'a', lang: 'hi', icon: '/icons/icon-192.png', silent: false };
  expect(showNotification).toHaveBeenCalledWith(
    'Wallet: Approved',
    expect.objectContaining({ ...shown, data: { path: '/user' } }),
  );
  expect(setAppBadge).toHaveBeenCalledWith(3);
});

test('is silent while a page is in the foreground, which announces the notification itself', async () => {
  openPage(true);
  await push(MESSAGE);
  expect(showNotification).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({ silent: true }),
  );
});

test('shows something for every push, also for one without a readable text', async () => {
  await fire('push', { data: null });
  await push({ body: 'no title' });
  const titles = showNotification.mock.calls.map(([title]) => title);
  expect(titles).toEqual(['wallet.example', 'wallet.example']);
});

test('a click sends the address to the page in the foreground', async () => {
  const [other, page] = [openPage(), openPage(true)];
  await click('/user/passbook?details=1');
  expect(page.focus).toHaveBeenCalled();
  expect(page.postMessage).toHaveBeenCalledWith({ type: 'OPEN', path: '/user/passbook?details=1' });
  expect(other.postMessage).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

test.each([
  ['/admin/approvals', '/admin/approvals'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['https://[', '/'],
  [undefined, '/'],
])(
  'a click on a notification with the path %s opens %s without an open page',
  async (target, opened) => {
    await click(target);
    expect(openWindow).toHaveBeenCalledWith(opened);
  },
);

const renewed = () => ({
  toJSON: () => ({
    endpoint: 'https://push.example/new',
    keys: { p256dh: 'p', auth: 'a' },
    expirationTime: null,
  }),
  unsubscribe: vi.fn(async () => true),
});

test('sends a subscription that the push service replaced to the server, and ends it without a session', async () => {
  const options = { userVisibleOnly: true };
  const [kept, ended] = [renewed(), renewed()];
  subscribe.mockResolvedValueOnce(kept).mockResolvedValueOnce(ended);
  request.mockResolvedValueOnce({ status: 200 }).mockResolvedValueOnce({ status: 401 });
  const change = { oldSubscription: { options } };
  await fire('pushsubscriptionchange', change);
  await fire('pushsubscriptionchange', change);
  expect(subscribe).toHaveBeenCalledWith(options);
  expect(request).toHaveBeenCalledWith(
    '/api/v1/push-subscriptions',
    expect.objectContaining({
      method: 'PUT',
      body: '{"endpoint":"https://push.example/new","keys":{"p256dh":"p","auth":"a"}}',
    }),
  );
  expect(kept.unsubscribe).not.toHaveBeenCalled();
  expect(ended.unsubscribe).toHaveBeenCalled();
});
