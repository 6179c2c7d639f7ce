import { useEffect, useEffectEvent } from 'react';
import type { QueuedRequest } from '#contract/review/schema.ts';
import { claimRequest } from '../../queries.ts';

/** Renewal interval in milliseconds; a claim expires after two minutes. */
const RENEW_MS = 45_000;

type Claiming = {
  /** The current request, unless it is decided. */
  id: QueuedRequest['id'] | undefined;
  /** Called when the request is assigned to another reviewer. */
  onTaken: (id: string) => void;
};

/** Claims the current request, and renews the claim while the page is visible. */
export function useClaim({ id, onTaken }: Claiming): void {
  const onClaimTaken = useEffectEvent(onTaken);
  useEffect(() => {
    if (!id) return;
    let isLeft = false;
    const claim = async ({ isFirst }: { isFirst: boolean }) => {
      if (document.hidden) return;
      const standing = await claimRequest(id);
      if (isFirst && !isLeft && standing && !standing.isOwn) onClaimTaken(id);
    };
    void claim({ isFirst: true });
    const timer = window.setInterval(() => void claim({ isFirst: false }), RENEW_MS);
    return () => {
      isLeft = true;
      window.clearInterval(timer);
    };
  }, [id]);
}
