import pLimit from 'p-limit';
import { Counter } from 'prom-client';
import type { ClamdAddress } from '../config/file-settings.ts';
import { pingClamd, scanFile } from './clamd.ts';
import { ScannerUnavailable } from './failures.ts';

export interface VirusScanner {
  /**
   * Returns the name of the virus in a file; undefined if there is none. Throws ScannerUnavailable if the scanner fails or is
   * late, and the reason of `signal` if that is aborted.
   */
  scan(file: string, signal: AbortSignal): Promise<string | undefined>;
  /** Throws ScannerUnavailable. */
  ping(): Promise<void>;
}

/** Includes the wait for other scans: clamd on two busy cores scans 100 uploads of 5 MB in 8 s. */
const SCAN_TIMEOUT_MS = 20_000;
const PING_TIMEOUT_MS = 4000;
/** Concurrent scans of a server. By default clamd has 10 threads. */
export const MAX_SCANS = 8;

export const virusScans = new Counter({
  name: 'wallet_virus_scans_total',
  help: 'Uploads that were sent to the virus scanner, by result: clean, infected or failed',
  labelNames: ['result'],
  registers: [],
});

export function createVirusScanner(
  address: ClamdAddress,
  { maxScans = MAX_SCANS, timeoutMs = SCAN_TIMEOUT_MS } = {},
): VirusScanner {
  for (const result of ['clean', 'infected', 'failed']) virusScans.inc({ result }, 0);
  const limit = pLimit(maxScans);
  return {
    async scan(file, signal) {
      try {
        const virus = await within(timeoutMs, signal, (inTime) =>
          limit(() => scanFile(address, file, inTime)),
        );
        virusScans.inc({ result: virus === undefined ? 'clean' : 'infected' });
        return virus;
      } catch (error) {
        signal.throwIfAborted();
        virusScans.inc({ result: 'failed' });
        throw new ScannerUnavailable(error);
      }
    },
    async ping() {
      const never = new AbortController().signal;
      await within(PING_TIMEOUT_MS, never, (inTime) => pingClamd(address, inTime)).catch(
        (error: unknown) => {
          throw new ScannerUnavailable(error);
        },
      );
    },
  };
}

/** Rejects as soon as the time is over or `signal` is aborted, even if `work` waits in a queue. */
async function within<Result>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  // Not AbortSignal.timeout(): `any` refers to it weakly.
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException(`no reply within ${timeoutMs} ms`, 'TimeoutError')),
    timeoutMs,
  );
  const either = AbortSignal.any([signal, late.signal]);
  try {
    return await new Promise<Result>((resolve, reject) => {
      either.addEventListener('abort', () => reject(either.reason));
      work(either).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
  }
}
