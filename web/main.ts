import { captureInstallOffer } from './lib/install-offer.ts';
import { logWarning } from './lib/log.ts';
import { registerServiceWorker } from './lib/service-worker.ts';

/** Long enough for a frame, where one is drawn at all: not in a tab that is opened behind another. */
const LONGEST_FRAME_MS = 100;

/** Resolves when the browser has drawn what index.html shows. */
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
  // Heard by public/boot.js, which says so.
  window.dispatchEvent(new Event('startfailure'));
});
