import type { ReactNode } from 'react';
import classes from './ButtonRow.module.css';

type ButtonRowProps = {
  /** At the end of a dialog: the last button is the main one. */
  isAtEnd?: boolean;
  children: ReactNode;
};

/** Buttons side by side, or on phones below each other if their words do not fit. */
export function ButtonRow({ isAtEnd, children }: ButtonRowProps) {
  return (
    <div className={classes.row} data-end={isAtEnd || undefined}>
      {children}
    </div>
  );
}
