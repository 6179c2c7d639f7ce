import type { ReactNode } from 'react';
import { type Copied, CopyButton } from './CopyButton.tsx';
import classes from './DetailsList.module.css';

export type Detail = {
  label: string;
  value: ReactNode;
  /** Value of a copy button next to the text; without it, there is no button. */
  copy?: Copied;
};

export function DetailsList({ details }: { details: Detail[] }) {
  return (
    <dl className={classes.list}>
      {details.map(({ label, value, copy }) => (
        <div key={label} className={classes.item}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>
            <span>{value}</span>
            {copy && <CopyButton {...copy} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
