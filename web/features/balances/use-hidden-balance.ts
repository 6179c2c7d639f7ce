import { saveHint, useHint } from '../../lib/use-hint.ts';

/** Kept on this device: who hides their money from those around them does so everywhere there. */
const HIDDEN = 'balance-hidden';

/** Whether the person hides their balance, and what hides or shows it. */
export function useHiddenBalance(): [boolean, (isHidden: boolean) => void] {
  const isHidden = useHint(HIDDEN) === 'true';
  return [isHidden, (hide) => saveHint(HIDDEN, String(hide))];
}
