export type DeviceState = 'unsupported' | 'needsInstall' | 'blocked' | 'on' | 'off';

export interface DeviceFacts {
  /** Whether the browser has service workers and push messages. */
  hasPush: boolean;
  isIos: boolean;
  permission: NotificationPermission;
  isSubscribed: boolean;
}

/** Whether this device shows notifications, and why not. An iPhone can only in an app on its home screen. */
export function deviceState({
  hasPush,
  isIos,
  permission,
  isSubscribed,
}: DeviceFacts): DeviceState {
  if (!hasPush) return isIos ? 'needsInstall' : 'unsupported';
  if (permission === 'denied') return 'blocked';
  return isSubscribed ? 'on' : 'off';
}
