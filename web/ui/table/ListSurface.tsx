import type { ReactNode } from 'react';
import classes from './ListSurface.module.css';

type ListSurfaceProps = { loading: boolean; children: ReactNode };

/** Background of a `ResponsiveTable`; not used for cards. */
export function ListSurface({ loading, children }: ListSurfaceProps) {
  return (
    <div className={classes.surface} data-loading={loading || undefined}>
      {children}
    </div>
  );
}
