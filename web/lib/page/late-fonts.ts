import { untilDataShown } from '../api/until-data-shown.ts';
import { isSlowConnection } from './connection.ts';

/**
 * On a slow connection, the first visit shows its data in the device's fonts (`data-late-fonts` in global.css), because the
 * product's fonts would delay it. The service worker keeps them for later visits.
 */
export function delayFonts(): void {
  if (!isSlowConnection() || hasServiceWorker()) return;
  const { dataset } = document.documentElement;
  dataset.lateFonts = '';
  void untilDataShown().then(() => {
    delete dataset.lateFonts;
  });
}

function hasServiceWorker(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}
