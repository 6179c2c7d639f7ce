/** Local storage: who switched on notifications in this browser. */
export const DEVICE_HINT = 'device-notifications';
