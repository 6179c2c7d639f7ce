import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { forgetDraft, useSavedDraft } from '../session/saved-drafts.ts';

type Intent = { contents: readonly unknown[]; key: string };

export type RequestKeys = {
  keyFor: (contents: readonly unknown[]) => string;
  /** Ends the intent: the next `keyFor` returns a new key, even for the same contents. */
  renew: () => void;
  intent: () => Intent | undefined;
};

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => Object.is(value, other[at]));
}

/** One key per intent: a retry of unchanged contents (by value) repeats it, so a command does not run twice. */
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

/** Stored with the form's draft, so that a request that may have been sent is not repeated under another key. */
export function useRequestKeys(draftKey?: string): RequestKeys {
  const name = draftKey && `${draftKey} key`;
  const earlier = useSavedDraft<Intent>(name, () => keys.intent());
  const [keys] = useState((): RequestKeys => createRequestKeys(uuidv7, earlier));
  const renew = () => {
    keys.renew();
    if (name) forgetDraft(name);
  };
  return { ...keys, renew };
}
