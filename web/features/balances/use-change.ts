import { useEffect, useState } from 'react';
import { type Change, changeBetween } from './change.ts';

const HIGHLIGHT_MS = 2000;

/**
 * Which way an amount has just gone, for 2 seconds after each change. Pass undefined while the amount
 * is unknown: coming back from an unknown amount counts from the last known one.
 */
export function useChange(paise: number | undefined): Change | undefined {
  const [known, setKnown] = useState(paise);
  const [change, setChange] = useState<{ way: Change }>();

  if (paise !== undefined && paise !== known) {
    const way = changeBetween(known, paise);
    setKnown(paise);
    // A fresh object restarts the two seconds even when it goes the same way again.
    if (way) setChange({ way });
  }

  useEffect(() => {
    if (!change) return;
    const timer = setTimeout(() => setChange(undefined), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [change]);

  return change?.way;
}
