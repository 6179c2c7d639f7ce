import { saveHint, useHint } from '#web/lib/page/use-hint.ts';

/** Stored per device: the setting applies to every page on it. */
const HIDDEN = 'balance-hidden';

/** Returns whether the balance is hidden, and the setter. */
export function useHiddenBalance(): [boolean, (isHidden: boolean) => void] {
  const isHidden = useHint(HIDDEN) === 'true';
  return [isHidden, (hide) => saveHint(HIDDEN, String(hide))];
}
