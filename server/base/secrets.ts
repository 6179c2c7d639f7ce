import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { SecretKey } from './keys.ts';
import type { Logger } from './log.ts';

/** Format of a sealed value: `s1.<key id>.<base64url of nonce, cipher text and tag>`. */
const SEALED = /^s1\.([0-9a-f]{8})\.([\w-]{38,})$/;
const ALGORITHM = 'aes-256-gcm';
const MAX_RECENT = 10_000;
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/** Encrypts values that are stored in the database, with the keys of SECRET_KEY. */
export interface Secrets {
  /** The key of new values; undefined without a key, when only values that are not sealed can be read. */
  readonly currentKeyId: string | undefined;
  /** Whether new values are sealed: there is a key, and no server runs any more that cannot read sealed values. */
  readonly isSealing: boolean;
  /** Whether no new value may be stored: the database seals, but not with the current key, or its use has ended. */
  readonly isLocked: boolean;
  readonly keyIds: string[];
  /**
   * Encrypts and authenticates a text. `place` names its row and column: the value cannot be opened in another one.
   * Throws Error without a key.
   */
  seal(text: string, place: string): string;
  /** Returns undefined if no key opens the value in this place, and logs that. */
  open(sealed: string, place: string): string | undefined;
  /** Returns keyed hashes of a text for equality search, one for each key. The first is the one to store. */
  fingerprints(text: string): Buffer[];
  /** Replaces the keys; the first one seals. */
  use(keys: SecretKey[]): void;
  /** Sets in how many milliseconds new values begin to be sealed; 0: now. Until it is called, none are. */
  sealAfter(ms: number): void;
  /** Sets for how many milliseconds new values may be sealed; without a call, there is no end. Then they are refused. */
  sealFor(ms: number): void;
  /** Refuses new values until `sealAfter` is called. */
  lock(): void;
}

export function createSecrets(keys: SecretKey[], log?: Pick<Logger, 'error'>): Secrets {
  const logged = new Set<string>();
  const report = (id: string, reason: string) => {
    if (logged.has(id + reason)) return;
    logged.add(id + reason);
    log?.error({ key: id }, `a sealed value cannot be read: ${reason}`);
  };
  const opened = new RecentTexts();
  let known = keys;
  let sealsFromMs = Number.POSITIVE_INFINITY;
  let end = NEVER;
  let isLocked = false;
  const isRefusing = () => isLocked || isOver(end);
  return {
    get currentKeyId() {
      return known[0]?.id;
    },
    get isSealing() {
      return known.length > 0 && !isRefusing() && performance.now() >= sealsFromMs;
    },
    get isLocked() {
      return isRefusing();
    },
    get keyIds() {
      return known.map(({ id }) => id);
    },
    seal(text, place) {
      const [key] = known;
      if (!key) throw new Error('There is no SECRET_KEY');
      const sealed = seal(key, text, place);
      opened.set(place + sealed, text);
      return sealed;
    },
    open(sealed, place) {
      const kept = opened.get(place + sealed);
      if (kept !== undefined) return kept;
      const [, id = '', payload = ''] = SEALED.exec(sealed) ?? [];
      const key = known.find((one) => one.id === id);
      if (!key) {
        report(id, 'SECRET_KEY lacks its key');
        return undefined;
      }
      const text = open(key, Buffer.from(payload, 'base64url'), place);
      if (text === undefined) report(id, 'it was changed, or copied from another row');
      else opened.set(place + sealed, text);
      return text;
    },
    fingerprints: (text) =>
      known.map(({ fingerprinting }) => createHmac('sha256', fingerprinting).update(text).digest()),
    use(replacing) {
      known = replacing;
      opened.clear();
    },
    sealAfter(ms) {
      sealsFromMs = ms > 0 ? performance.now() + ms : Number.NEGATIVE_INFINITY;
      isLocked = false;
    },
    sealFor(ms) {
      end = { monotonicMs: performance.now() + ms, dateMs: Date.now() + ms };
    },
    lock() {
      isLocked = true;
    },
  };
}

/** By two clocks: the monotonic one does not count a suspended machine, and the other one can be set back. */
interface End {
  monotonicMs: number;
  dateMs: number;
}

const NEVER: End = { monotonicMs: Number.POSITIVE_INFINITY, dateMs: Number.POSITIVE_INFINITY };

const isOver = ({ monotonicMs, dateMs }: End) =>
  performance.now() >= monotonicMs || Date.now() >= dateMs;

/** The texts that were sealed or opened last: OpenSSL takes 15 µs for each, and a request needs its number four times. */
class RecentTexts {
  readonly #texts = new Map<string, string>();

  get(name: string): string | undefined {
    return this.#texts.get(name);
  }

  set(name: string, text: string): void {
    this.#texts.set(name, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > MAX_RECENT && oldest !== undefined) this.#texts.delete(oldest);
  }

  clear(): void {
    this.#texts.clear();
  }
}

/** Returns the id of the key of a sealed value; undefined for a value that is not sealed. */
export function keyIdOf(value: string): string | undefined {
  return SEALED.exec(value)?.[1];
}

function seal({ id, sealing }: SecretKey, text: string, place: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, sealing, nonce);
  cipher.setAAD(Buffer.from(place));
  const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return `s1.${id}.${Buffer.concat(parts).toString('base64url')}`;
}

function open({ sealing }: SecretKey, payload: Buffer, place: string): string | undefined {
  const nonce = payload.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, sealing, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(payload.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(payload.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
