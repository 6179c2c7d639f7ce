import { useEffect, useState } from 'react';

/**
 * What the reviewer sees of the evidence: still loading, on screen, or missing because the receipt could not be
 * shown.
 */
export type Evidence = 'loading' | 'shown' | 'missing';

/** Longer than a double click or a double key press takes (60 to 350 ms measured). */
const MIN_VIEW_MS = 500;

/**
 * Returns whether a decision is accepted yet: half a second after the evidence of this request appeared. The second
 * click of a double click would otherwise decide the next request, which nobody has seen.
 */
export function useReadyToDecide(evidence: Evidence): boolean {
  const [isReady, setIsReady] = useState(false);
  const isOnScreen = evidence !== 'loading';
  useEffect(() => {
    if (!isOnScreen) return;
    const timer = window.setTimeout(() => setIsReady(true), MIN_VIEW_MS);
    return () => {
      window.clearTimeout(timer);
      setIsReady(false);
    };
  }, [isOnScreen]);
  return isReady;
}
