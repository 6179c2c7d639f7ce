import { useEffect, useEffectEvent } from 'react';
import type { QueuedRequest } from '#contract/review.ts';
import { claimRequest } from './queries.ts';

/** Well within the two minutes that a claim stands. */
const RENEW_MS = 45_000;

type Claiming = {
  /** The request that lies on the desk, unless it is decided. */
  id: QueuedRequest['id'] | undefined;
  /** Called when it lies on another's desk. */
  onTaken: (id: string) => void;
};

/** Says, as long as a request lies on the desk and the page is looked at, that it does. */
export function useClaim({ id, onTaken }: Claiming): void {
  const hearTaken = useEffectEvent(onTaken);
  useEffect(() => {
    if (!id) return;
    let isLeft = false;
    const claim = async ({ isFirst }: { isFirst: boolean }) => {
      if (document.hidden) return;
      const standing = await claimRequest(id);
      if (isFirst && !isLeft && standing && !standing.isOwn) hearTaken(id);
    };
    void claim({ isFirst: true });
    const timer = window.setInterval(() => void claim({ isFirst: false }), RENEW_MS);
    return () => {
      isLeft = true;
      window.clearInterval(timer);
    };
  }, [id]);
}
