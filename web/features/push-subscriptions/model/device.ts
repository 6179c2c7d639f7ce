import { api } from '#web/lib/api/api.ts';
import { readHint, removeHint, writeHint } from '#web/lib/page/storage.ts';
import { DEVICE_HINT } from './device-hint.ts';
import { type DeviceState, deviceState } from './device-state.ts';

export async function readDeviceState(userId: string): Promise<DeviceState> {
  const hasPush = canPush();
  const subscription = await readSubscription();
  return deviceState({
    hasPush,
    isIos: isIos(),
    permission: hasPush ? Notification.permission : 'default',
    isSubscribed: subscription !== null && readHint(DEVICE_HINT) === userId,
  });
}

/** An iPad reports itself as a Macintosh. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

async function readSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

interface Subscriber {
  userId: string;
  publicKey: string;
}

/** Requests the permission, so that a click must call it. Does nothing if the person refuses. */
export async function switchOn({ userId, publicKey }: Subscriber): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  await subscribe(publicKey);
  writeHint(DEVICE_HINT, userId);
}

/** Ends notifications in this browser immediately, and on the server if it can be reached. */
export async function switchOff(): Promise<void> {
  const subscription = await endInBrowser();
  if (subscription) await api.pushSubscriptions.remove({ endpoint: subscription.endpoint });
}

/** For a logout: the server ends them with the session. */
export async function endInBrowser(): Promise<PushSubscription | null> {
  removeHint(DEVICE_HINT);
  const subscription = await readSubscription();
  await subscription?.unsubscribe();
  return subscription;
}

/**
 * Continues notifications in a new session of the person who switched them on here. Ends those of someone else who used
 * this browser.
 */
export async function resumeDevice(userId: string): Promise<void> {
  if (!canPush()) return;
  if (readHint(DEVICE_HINT) !== userId) {
    await endInBrowser();
    return;
  }
  if (Notification.permission !== 'granted') return;
  const { publicKey } = await api.pushSubscriptions.key();
  if (publicKey !== null) await subscribe(publicKey);
}

async function subscribe(publicKey: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = toBytes(publicKey);
  const current = await pushManager.getSubscription();
  // The server has another key than when the browser subscribed.
  const isOutdated = current !== null && !isSame(key, current.options.applicationServerKey);
  if (isOutdated) await current.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription =
    current !== null && !isOutdated ? current : await pushManager.subscribe(options);
  const { endpoint } = subscription;
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  await api.pushSubscriptions.save({ endpoint, keys: { p256dh, auth } });
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

function isSame(key: Uint8Array, other: ArrayBuffer | null): boolean {
  const bytes = new Uint8Array(other ?? new ArrayBuffer(0));
  return bytes.length === key.length && bytes.every((byte, n) => byte === key[n]);
}
