import type { ReactNode } from 'react';
import classes from './ListSurface.module.css';

type ListSurfaceProps = { loading: boolean; children: ReactNode };

/** The ground a `ResponsiveTable` stands on; where its rows are cards, they need none. */
export function ListSurface({ loading, children }: ListSurfaceProps) {
  return (
    <div className={classes.surface} data-loading={loading || undefined}>
      {children}
    </div>
  );
}
