interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: the begin, the duration, and the processor time within it. */
  ts: number;
  dur?: number;
  tdur?: number;
  id?: string;
  id2?: { local?: string };
  args: { name?: string; data?: { interactionId?: number; duration?: number } };
}

export const TRACED = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/**
 * Returns the processor time in milliseconds that the page's main thread took from the input until the next paint, for the
 * longest interaction of a trace; 0 without an interaction. Other programs on the machine hardly change it.
 */
export function longestInteractionMs(trace: Buffer): number {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const mainThreads = new Map(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => [pid, tid]),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) =>
      ph === 'X' && name.endsWith('RunTask') && tid === mainThreads.get(pid),
  );
  const spans = traceEvents
    .filter(
      ({ name, ph, args }) => name === 'EventTiming' && ph === 'b' && args.data?.interactionId,
    )
    .map((begin) => ({ pid: begin.pid, from: begin.ts, to: endOf(begin, traceEvents) }));
  return Math.max(0, ...spans.map((span) => processorMs(tasks, span)));
}

function endOf(begin: TraceEvent, all: TraceEvent[]): number {
  const idOf = ({ id, id2 }: TraceEvent) => id2?.local ?? id;
  const end = all.find(
    (event) =>
      event.name === 'EventTiming' &&
      event.ph === 'e' &&
      event.pid === begin.pid &&
      idOf(event) === idOf(begin),
  );
  return end?.ts ?? begin.ts + (begin.args.data?.duration ?? 0) * 1000;
}

type Span = { pid: number; from: number; to: number };

const isWithin = (inner: TraceEvent, outer: TraceEvent) =>
  inner !== outer &&
  outer.ts <= inner.ts &&
  outer.ts + (outer.dur ?? 0) >= inner.ts + (inner.dur ?? 0);

function processorMs(tasks: TraceEvent[], { pid, from, to }: Span): number {
  const during = tasks.filter(
    (task) => task.pid === pid && task.ts + (task.dur ?? 0) > from && task.ts < to,
  );
  const outermost = during.filter((task) => !during.some((other) => isWithin(task, other)));
  return outermost.reduce((sum, { tdur }) => sum + (tdur ?? 0), 0) / 1000;
}
