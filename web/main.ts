import { captureInstallOffer } from './lib/page/install-offer.ts';
import { logWarning } from './lib/page/log.ts';
import { registerServiceWorker } from './lib/page/service-worker.ts';

/** Maximum wait for a frame in milliseconds. Background tabs draw no frames. */
const LONGEST_FRAME_MS = 100;

/** Resolves after the browser has painted index.html. */
function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LONGEST_FRAME_MS);
  });
}

async function startApplication(container: Element): Promise<void> {
  await firstPaint();
  const { start } = await import('./app.tsx');
  await start(container);
}

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
captureInstallOffer();
registerServiceWorker();
startApplication(container).catch((error) => {
  logWarning('The application could not be loaded', error);
  // public/boot.js listens and shows the failure.
  window.dispatchEvent(new Event('startfailure'));
});
