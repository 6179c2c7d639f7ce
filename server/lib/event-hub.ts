import type { LiveEvent } from '#contract/events.ts';

/** Fans committed events out to this server's open streams. */
export interface EventHub {
  /** Begins to read from now on. */
  start(): Promise<void>;
  /** Says that something was committed: the tailer reads on soon. Never throws, never waits. */
  nudge(): void;
  /** The events a session may see, from `lastEventId` on, until `signal` aborts or the session ends. */
  subscribe(options: {
    userId: string;
    role: string;
    sessionId: string;
    lastEventId: string | undefined;
    signal: AbortSignal | undefined;
  }): AsyncGenerator<LiveEvent, void, void>;
  close(): Promise<void>;
}
