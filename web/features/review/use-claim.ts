import { useEffect, useEffectEvent } from 'react';
import type { QueuedRequest } from '#contract/review.ts';
import { useClaimRequest } from './queries.ts';

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
  const { mutate } = useClaimRequest();
  const claim = useEffectEvent((wanted: QueuedRequest['id'], isFirst: boolean) => {
    if (document.hidden) return;
    mutate(
      { id: wanted },
      {
        onSuccess: ({ claim: standing }) => {
          if (isFirst && standing && !standing.isOwn) onTaken(wanted);
        },
      },
    );
  });
  useEffect(() => {
    if (!id) return;
    claim(id, true);
    const timer = window.setInterval(() => claim(id, false), RENEW_MS);
    return () => window.clearInterval(timer);
  }, [id]);
}
