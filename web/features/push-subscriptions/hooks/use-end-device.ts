import { logWarning } from '#web/lib/page/log.ts';
import { readHint } from '#web/lib/page/storage.ts';
import { DEVICE_HINT } from '../model/device-hint.ts';

/** Returns a function that ends notifications in this browser at a logout, also without a connection. */
export function useEndDevice(): () => Promise<void> {
  return endDevice;
}

async function endDevice(): Promise<void> {
  if (readHint(DEVICE_HINT) === null) return;
  try {
    const { endInBrowser } = await import('../model/device.ts');
    await endInBrowser();
  } catch (error) {
    logWarning('Notifications on this device could not be ended', error);
  }
}
