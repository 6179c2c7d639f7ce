import { useEffect, useState } from 'react';

/** State of the evidence: still loading, on screen, or missing because the receipt could not be shown. */
export type Evidence = 'loading' | 'shown' | 'missing';

/** Longer than a double click or a double key press (60 to 350 ms measured). */
const MIN_VIEW_MS = 500;

/**
 * Returns whether a decision is accepted: half a second after the request's evidence appeared. Otherwise the second
 * click of a double click would decide the next request unseen.
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
