import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { untilIdle } from '#web/lib/page/idle.ts';
import { logWarning } from '#web/lib/page/log.ts';
import { readHint } from '#web/lib/page/storage.ts';
import { useSession } from '#web/lib/session/session.ts';
import { DEVICE_HINT } from '../model/device-hint.ts';

/** Keeps notifications of this device in the session, and opens pages of notifications that were clicked. */
export function useDeviceMessages(): void {
  const { id } = useSession().user;
  useEffect(() => void resume(id), [id]);
  const { history } = useRouter();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const open = ({ data }: MessageEvent<unknown>) => {
      const path = pathOf(data);
      if (path !== undefined) history.push(path);
    };
    navigator.serviceWorker.addEventListener('message', open);
    return () => navigator.serviceWorker.removeEventListener('message', open);
  }, [history]);
}

async function resume(userId: string): Promise<void> {
  // Most people have not switched them on.
  if (readHint(DEVICE_HINT) === null) return;
  await untilIdle();
  try {
    const { resumeDevice } = await import('../model/device.ts');
    await resumeDevice(userId);
  } catch (error) {
    logWarning('Notifications on this device could not be continued', error);
  }
}

/** Returns the path in a message of web/public/push.js. */
function pathOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('path' in data)) return;
  return data.type === 'OPEN' && typeof data.path === 'string' ? data.path : undefined;
}
