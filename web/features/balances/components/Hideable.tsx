import type { ReactNode } from 'react';
import { useHiddenBalance } from '../use-hidden-balance.ts';

type HideableProps = {
  /** Accessible label while the content is hidden. */
  label: string;
  children: ReactNode;
};

/** Shows dots instead of an amount while the user hides the balance. */
export function Hideable({ label, children }: HideableProps) {
  const [isHidden] = useHiddenBalance();
  if (!isHidden) return children;
  return (
    <span role="img" aria-label={label}>
      ••••••
    </span>
  );
}
