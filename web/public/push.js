// Notifications of the server while the wallet is closed. Imported by the service worker, web/sw.ts.

const ICON = '/icons/icon-192.png';

/** Every push must show a notification: Safari ends the subscription otherwise. */
async function showNotification(data) {
  const { title, body, path, tag, language, unread } = read(data);
  const windows = await self.clients.matchAll({ type: 'window' });
  await Promise.all([
    self.registration.showNotification(title, {
      body,
      tag,
      lang: language,
      icon: ICON,
      data: { path },
      // The open page shows and announces it itself.
      silent: windows.some((page) => page.focused),
    }),
    showBadge(unread),
  ]);
}

function read(data) {
  try {
    const message = data.json();
    return typeof message.title === 'string' ? message : { title: self.location.hostname };
  } catch {
    return { title: self.location.hostname };
  }
}

/** Refused for apps that are not installed. */
async function showBadge(unread) {
  if (!('setAppBadge' in self.navigator) || !Number.isInteger(unread)) return;
  await self.navigator.setAppBadge(unread).catch(() => undefined);
}

/** An address of this site only. */
function toAddress(path) {
  const { origin } = self.location;
  const isPath = typeof path === 'string' && URL.canParse(path, origin);
  const url = new URL(isPath ? path : '/', origin);
  return url.origin === origin ? url.pathname + url.search : '/';
}

/** An open page gets a message and goes there itself, so that it can keep typed text. */
async function openPage(path) {
  const address = toAddress(path);
  const windows = await self.clients.matchAll({ type: 'window' });
  const page = windows.find(({ focused }) => focused) ?? windows[0];
  if (!page) return self.clients.openWindow(address);
  // The browser may refuse the focus; the page still opens the address.
  await page.focus().catch(() => undefined);
  page.postMessage({ type: 'OPEN', path: address });
}

/** The push service has replaced the subscription. The page also compares it at its next start. */
async function renewSubscription({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const subscription =
    newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const response = await fetch('/api/v1/push-subscriptions', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
  // The session has ended: this browser may receive nothing more.
  if (response.status === 401) await subscription.unsubscribe();
}

self.addEventListener('push', (event) => event.waitUntil(showNotification(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path));
});
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event)),
);
