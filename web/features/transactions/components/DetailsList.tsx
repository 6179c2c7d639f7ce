import type { ReactNode } from 'react';
import type { FactName } from '#contract/transactions/facts.ts';
import { type Copied, CopyButton } from './CopyButton.tsx';
import classes from './DetailsList.module.css';

export type Detail = {
  /** Which fact of a transaction it is, if it is one. */
  fact?: FactName;
  label: string;
  value: ReactNode;
  /** Value of a copy button next to the text; without it, there is no button. */
  copy?: Copied;
};

type DetailsListProps = {
  details: Detail[];
  /** Lines without rules between them. */
  isDense?: boolean;
};

export function DetailsList({ details, isDense }: DetailsListProps) {
  return (
    <dl className={classes.list} data-dense={isDense || undefined}>
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
