const MAX_WAITING = 8;
/** Files of one person that wait. */
const MAX_WAITING_OF_ONE = 2;
/** After a refused file, the next one of the person waits. Files that are sent again and again thus leave the processor to requests. */
const PAUSE_MS = 1000;

/** Thrown if too many files wait to be read, or a file has waited for too long. */
export class ReadersBusy extends Error {}

type Leave = (outcome: { isRefused: boolean }) => void;

interface Turns {
  /** Waits for a turn. Throws ReadersBusy. A `reader` is a person, or undefined for the command line, which has no pauses. */
  enter(reader: string | undefined, maxWaitMs: number): Promise<Leave>;
}

interface Waiting {
  reader: string | undefined;
  begin(): void;
}

/** One file is read at a time. The oldest file of another person is next, if there is one. */
export function createTurns(): Turns {
  let waiting: Waiting[] = [];
  let isReading = false;
  let last: string | undefined;
  const pausing = new Set<string | undefined>();

  const advance = () => {
    if (isReading) return;
    const ready = waiting.filter(({ reader }) => !pausing.has(reader));
    const next = ready.find(({ reader }) => reader !== last) ?? ready[0];
    if (!next) return;
    waiting = waiting.filter((one) => one !== next);
    isReading = true;
    last = next.reader;
    next.begin();
  };
  const pause = (reader: string) => {
    pausing.add(reader);
    const end = () => {
      pausing.delete(reader);
      advance();
    };
    setTimeout(end, PAUSE_MS).unref();
  };
  const leave = (reader: string | undefined, { isRefused }: { isRefused: boolean }) => {
    isReading = false;
    if (isRefused && reader !== undefined) pause(reader);
    advance();
  };

  return {
    enter(reader, maxWaitMs) {
      const isNext = !isReading && !pausing.has(reader);
      const own = waiting.filter((one) => one.reader === reader);
      if (!isNext && (waiting.length >= MAX_WAITING || own.length >= MAX_WAITING_OF_ONE)) {
        return Promise.reject(new ReadersBusy());
      }
      return new Promise((resolve, reject) => {
        const turn: Waiting = {
          reader,
          begin() {
            clearTimeout(timer);
            resolve((outcome) => leave(reader, outcome));
          },
        };
        const timer = setTimeout(() => {
          waiting = waiting.filter((one) => one !== turn);
          reject(new ReadersBusy());
        }, maxWaitMs);
        waiting.push(turn);
        advance();
      });
    },
  };
}
