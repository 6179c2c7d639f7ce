import { useState } from 'react';
import type { OwnFactors } from '#contract/second-factors/schema.ts';
import { useOwnFactors } from '../queries.ts';

/** Returns whether second factors or recovery codes were added, removed or replaced since the page was opened. */
export function useFactorsChanged(): boolean {
  const { data } = useOwnFactors();
  const [initial, setInitial] = useState<string>();
  const current = data && fingerprintOf(data);
  if (current !== undefined && initial === undefined) setInitial(current);
  return current !== undefined && initial !== undefined && current !== initial;
}

function fingerprintOf({ authenticator, passkeys, recoveryCodes }: OwnFactors): string {
  const ids = passkeys.map(({ id }) => id);
  return JSON.stringify([authenticator?.createdAt, ids, recoveryCodes?.createdAt]);
}
