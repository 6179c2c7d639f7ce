import { CLICK_DELAY_HEADER, MAX_CLICK_DELAY_MS } from '#contract/shared/traces.ts';
import { readMeta } from '../page/brand.ts';

/** Share of the commands for which a trace is recorded. The server writes it into the page if traces are on. */
const ratio = Number(readMeta('trace-ratio') ?? 0);
let clickedAt: number | undefined;

if (ratio > 0) {
  const note = ({ timeStamp }: Event) => {
    clickedAt = timeStamp;
  };
  for (const type of ['click', 'keydown'])
    window.addEventListener(type, note, { capture: true, passive: true });
}

/** Returns the headers of a command with which the server's trace begins with the person's click; none if traces are off. */
export function traceHeaders(): Record<string, string> {
  if (ratio === 0) return {};
  const isSampled = Math.random() < ratio;
  const traceparent = `00-${randomHex(16)}-${randomHex(8)}-0${isSampled ? 1 : 0}`;
  const delayMs = clickedAt === undefined ? undefined : Math.round(performance.now() - clickedAt);
  // Without a recent click, such as for a command that waited for a connection, the time says nothing.
  if (delayMs === undefined || delayMs > MAX_CLICK_DELAY_MS) return { traceparent };
  return { traceparent, [CLICK_DELAY_HEADER]: String(Math.max(0, delayMs)) };
}

function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, '0')).join('');
}
