/** Below this estimate of Mbit/s, fonts and prefetched pages would delay the first data noticeably. */
const SLOW_MBITS = 5;

/** Returns whether the user has enabled data saving. */
export function savesData(): boolean {
  return connection().saveData === true;
}

/** Returns false if the browser has no estimate. */
export function isSlowConnection(): boolean {
  const { downlink } = connection();
  return typeof downlink === 'number' && downlink < SLOW_MBITS;
}

/** Network Information API; not supported in Safari and Firefox. */
function connection(): { saveData?: unknown; downlink?: unknown } {
  const found: unknown = Reflect.get(navigator, 'connection');
  return typeof found === 'object' && found !== null ? found : {};
}
