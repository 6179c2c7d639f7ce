import { createHash } from 'node:crypto';
import { Counter } from 'prom-client';
import type { Logger } from '../../base/log.ts';
import { getText } from '../../base/outbound.ts';
import { logError } from '../../base/repeated-errors.ts';
import type { Config } from '../config/config.ts';

const PREFIX_LENGTH = 5;
/** A person waits for the response after choosing a password. */
const TIMEOUT_MS = 2000;
/** 2 billion passwords would be about 2,000 lines of 40 bytes for each prefix. */
export const MAX_RANGE_BYTES = 256 * 1024;
/** Calls of this server. The passwords of further requests are not checked. */
const MAX_AT_ONCE = 8;

let open = 0;

export const breachChecks = new Counter({
  name: 'wallet_breached_password_checks_total',
  help: 'New passwords that were looked up in BREACHED_PASSWORDS_URL, by result',
  labelNames: ['result'],
  registers: [],
});
for (const result of ['found', 'absent', 'failed']) breachChecks.inc({ result }, 0);

/**
 * Looks up a new password in the service of `BREACHED_PASSWORDS_URL`, which receives the first five hexadecimal digits
 * of its SHA-1. Returns false without the setting, and if the service fails, which is counted and logged.
 */
export async function isBreached(
  { config, log }: { config: Pick<Config, 'breachedPasswordsUrl'>; log: Logger },
  password: string,
  timeoutMs = TIMEOUT_MS,
): Promise<boolean> {
  const { breachedPasswordsUrl: baseUrl } = config;
  if (!baseUrl) return false;
  try {
    if (open >= MAX_AT_ONCE) throw new Error('Too many calls are open');
    const isFound = await isInRange(baseUrl, password, timeoutMs);
    breachChecks.inc({ result: isFound ? 'found' : 'absent' });
    return isFound;
  } catch (error) {
    breachChecks.inc({ result: 'failed' });
    logError(log, { error, message: 'breached passwords: the service failed, accepted unchecked' });
    return false;
  }
}

async function isInRange(baseUrl: URL, password: string, timeoutMs: number): Promise<boolean> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
  const url = new URL(digest.slice(0, PREFIX_LENGTH), baseUrl);
  const suffix = digest.slice(PREFIX_LENGTH);
  // Padding hides from an observer of the network which range it was, by the length of the response.
  const headers = { accept: 'text/plain', 'add-padding': 'true' };
  const limits = { timeoutMs, maxBytes: MAX_RANGE_BYTES, allowPrivate: true };
  open += 1;
  try {
    return hasSuffix(await getText({ url, headers }, limits), suffix);
  } finally {
    open -= 1;
  }
}

/** A line is `SUFFIX:COUNT`; the count of padding is 0. Throws for another format. */
function hasSuffix(range: string, suffix: string): boolean {
  const lines = range.split(/\r?\n/).filter((line) => line !== '');
  const counts = lines.map((line) => {
    const [, found = '', count] = /^([0-9A-F]{35}):(\d+)$/i.exec(line) ?? [];
    if (count === undefined) throw new Error('Answered another format');
    return found.toUpperCase() === suffix ? Number(count) : 0;
  });
  return counts.some((count) => count > 0);
}
