import { EVENTS_PATH, type Frame, readFrames } from '#contract/events/frames.ts';
import { responsePositions } from '#web/lib/api/response-positions.ts';
import { readRefusal } from '#web/lib/api/upload.ts';
import { backoffMs, waitToRetry } from '#web/lib/page/backoff.ts';
import { reportSessionRefusal } from '#web/lib/session/session-events.ts';
import { isSessionOver } from '#web/lib/session/session-over.ts';

/** The server writes at least every 20 seconds: a connection silent for this long is dead. */
const SILENCE_MS = 60_000;
/**
 * A connection lost earlier than this counts as a failure, so that back-off applies. Otherwise tabs beyond the
 * user's stream limit would close each other's streams in turn.
 */
const STEADY_MS = 10_000;

type StreamOptions = {
  signal: AbortSignal;
  /** Resume position: the last event that this browser received, or one before its oldest response. */
  lastId: () => string | undefined;
  onHeard: (heard: Frame) => void;
};

/** Keeps the event stream open until `signal` is aborted or the session ends; reconnects when needed. */
export async function holdStream(options: StreamOptions): Promise<void> {
  for (let attempt = 0; !options.signal.aborted; attempt += 1) {
    const startedAt = Date.now();
    try {
      // The server has ended the session: reconnecting would be refused.
      if ((await readStream(options)) === 'session over') return;
    } catch (error) {
      if (isSessionOver(error)) return reportSessionRefusal(error);
      // Any other error is a lost connection: wait and resume.
    }
    if (Date.now() - startedAt > STEADY_MS) attempt = 0;
    await waitToRetry(backoffMs(attempt, Math.random()), options.signal);
  }
}

async function readStream({
  signal,
  lastId,
  onHeard,
}: StreamOptions): Promise<'session over' | 'lost'> {
  const resumeFrom = lastId();
  const { onBytes, alive, stop } = watchSilence(signal);
  try {
    const frames = readFrames(await requestStream(resumeFrom, alive), onBytes);
    for await (const frame of frames) {
      if (signal.aborted) return 'lost';
      onHeard(frame);
      if (frame.event.entity === 'sessionEnded') return 'session over';
      // Without a resume position, events between the first fetches and now were missed.
      if (frame.event.entity === 'ready' && !resumeFrom) onHeard({ event: { entity: 'resync' } });
    }
    return 'lost';
  } finally {
    stop();
  }
}

async function requestStream(resumeFrom: string | undefined, signal: AbortSignal) {
  const response = await fetch(EVENTS_PATH, {
    headers: resumeFrom === undefined ? {} : { 'Last-Event-ID': resumeFrom },
    cache: 'no-store',
    signal,
  });
  responsePositions.record(response.headers);
  if (!response.ok || !response.body) throw await readRefusal(response);
  return response.body;
}

/** Returns a signal that is aborted with `signal`, or when no data has arrived for too long. */
function watchSilence(signal: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timer = setTimeout(abort, SILENCE_MS);
  signal.addEventListener('abort', abort);
  return {
    alive: controller.signal,
    onBytes: () => {
      clearTimeout(timer);
      timer = setTimeout(abort, SILENCE_MS);
    },
    stop: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      controller.abort();
    },
  };
}
