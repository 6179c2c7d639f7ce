import { useEffect, useState } from 'react';
import { type Change, changeBetween } from '../model.ts';

const HIGHLIGHT_MS = 2000;

/**
 * Returns the direction of a change for 2 seconds. Pass undefined while the amount is unknown; the next known
 * amount is compared with the last known one.
 */
export function useChange(paise: number | undefined): Change | undefined {
  const [known, setKnown] = useState(paise);
  const [change, setChange] = useState<{ way: Change }>();

  if (paise !== undefined && paise !== known) {
    const way = changeBetween(known, paise);
    setKnown(paise);
    // A new object restarts the 2 seconds even if the direction is the same.
    if (way) setChange({ way });
  }

  useEffect(() => {
    if (!change) return;
    const timer = setTimeout(() => setChange(undefined), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [change]);

  return change?.way;
}
