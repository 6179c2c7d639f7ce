import { logWarning } from './log.ts';
import { createStore } from './store.ts';

const CHECK_MS = 60 * 60_000;

const waiting = createStore<ServiceWorker | undefined>(undefined);

export const onUpdateChange = waiting.listen;

export function isUpdateWaiting(): boolean {
  return waiting.get() !== undefined;
}

export function applyUpdate(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  waiting.get()?.postMessage({ type: 'SKIP_WAITING' });
}

export function registerServiceWorker(): void {
  // Not available in Vite's development server and over plain http.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') void register();
  else window.addEventListener('load', () => void register(), { once: true });
}

async function register(): Promise<void> {
  try {
    if (!navigator.serviceWorker.controller) {
      navigator.serviceWorker.addEventListener('controllerchange', () => void keepLoadedFiles(), {
        once: true,
      });
    }
    const registration = await navigator.serviceWorker.register('/sw.js');
    if (registration.waiting) void offer(registration.waiting);
    registration.addEventListener('updatefound', () => watch(registration.installing));
    setInterval(() => void checkForUpdate(registration), CHECK_MS);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void checkForUpdate(registration);
    });
  } catch (error) {
    logWarning('The service worker could not be registered', error);
  }
}

/** Caches what the page loaded before the first service worker took over, from the HTTP cache, for offline use. */
async function keepLoadedFiles(): Promise<void> {
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`));
  const results = await Promise.allSettled(files.map((file) => fetch(file)));
  const lost = results.find(({ status }) => status === 'rejected');
  if (lost) logWarning('Some files are not kept for use without a connection', lost);
}

async function checkForUpdate(registration: ServiceWorkerRegistration): Promise<void> {
  if (!navigator.onLine) return;
  try {
    await registration.update();
  } catch (error) {
    logWarning('Looking for a new version failed', error);
  }
}

function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    // The first service worker has no version to replace.
    if (worker.state === 'installed' && navigator.serviceWorker.controller) void offer(worker);
  });
}

/** Offers an update. If the page is already the new version, activates the service worker without a prompt. */
async function offer(worker: ServiceWorker): Promise<void> {
  if (await isCurrentPage()) return worker.postMessage({ type: 'SKIP_WAITING' });
  waiting.set(worker);
}

async function isCurrentPage(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  try {
    // `/` bypasses the old service worker, which would return its cached page.
    const page = await fetch('/', { cache: 'no-store' });
    return entry !== null && (await page.text()).includes(entry.src.slice(location.origin.length));
  } catch {
    // If unknown, prompt: a reload could lose unsaved input.
    return false;
  }
}
