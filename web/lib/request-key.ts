import { useState } from 'react';
import { uuidv7 } from 'uuidv7';

export type RequestKeys = {
  /** The key of the intent with these contents: the same for the same contents until `renew`. */
  keyFor: (contents: readonly unknown[]) => string;
  /** Ends the intent: the next `keyFor` starts another one, even with the same contents. */
  renew: () => void;
};

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => Object.is(value, other[at]));
}

/**
 * Hands out idempotency keys, one per intent: a retry of unchanged contents repeats its key, so that a
 * command whose answer was lost is not carried out twice. Contents are compared value by value
 * (files by identity). Call `renew` once the command has succeeded.
 */
export function createRequestKeys(newKey: () => string = uuidv7): RequestKeys {
  let intent: { contents: readonly unknown[]; key: string } | undefined;
  return {
    keyFor: (contents) => {
      if (!intent || !isSame(intent.contents, contents)) intent = { contents, key: newKey() };
      return intent.key;
    },
    renew: () => {
      intent = undefined;
    },
  };
}

/** The idempotency keys of one form, kept as long as the form is on screen. */
export function useRequestKeys(): RequestKeys {
  const [keys] = useState(() => createRequestKeys());
  return keys;
}
