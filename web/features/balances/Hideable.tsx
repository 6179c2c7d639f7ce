import type { ReactNode } from 'react';
import { useHiddenBalance } from './use-hidden-balance.ts';

type HideableProps = {
  /** What stands there while it is hidden, in words. */
  label: string;
  children: ReactNode;
};

/** What tells how much a person has: dots while they hide it. */
export function Hideable({ label, children }: HideableProps) {
  const [isHidden] = useHiddenBalance();
  if (!isHidden) return children;
  return (
    <span role="img" aria-label={label}>
      ••••••
    </span>
  );
}
