import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { forgetDraft, useKeptDraft } from './kept-drafts.ts';

type Intent = { contents: readonly unknown[]; key: string };

export type RequestKeys = {
  /** The key of the intent with these contents: the same for the same contents until `renew`. */
  keyFor: (contents: readonly unknown[]) => string;
  /** Ends the intent: the next `keyFor` starts another one, even with the same contents. */
  renew: () => void;
  /** The intent that has a key, if there is one. */
  intent: () => Intent | undefined;
};

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => Object.is(value, other[at]));
}

/**
 * Hands out idempotency keys, one per intent: a retry of unchanged contents repeats its key, so that a
 * command whose answer was lost is not carried out twice. Contents are compared value by value. Call `renew` once the command has succeeded.
 */
export function createRequestKeys(newKey: () => string = uuidv7, earlier?: Intent): RequestKeys {
  let intent = earlier;
  return {
    keyFor: (contents) => {
      if (!intent || !isSame(intent.contents, contents)) intent = { contents, key: newKey() };
      return intent.key;
    },
    renew: () => {
      intent = undefined;
    },
    intent: () => intent,
  };
}

/**
 * The idempotency keys of one form, kept as long as the form is on screen, and with its draft (`keptAs`) when
 * the session ends: what may have been sent just then is not sent a second time under another key.
 */
export function useRequestKeys(keptAs?: string): RequestKeys {
  const name = keptAs && `${keptAs} key`;
  const earlier = useKeptDraft<Intent>(name, () => keys.intent());
  const [keys] = useState((): RequestKeys => createRequestKeys(uuidv7, earlier));
  const renew = () => {
    keys.renew();
    if (name) forgetDraft(name);
  };
  return { ...keys, renew };
}
