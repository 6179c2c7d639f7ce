import { Fragment } from 'react';
import classes from './Unbroken.module.css';

/** References have the form `DEP-1795258838314` or `ADM-1795258838314-1f0c2a9b`. */
const REFERENCE = /([A-Z]{3}-\d[\w-]*)/;

/** A text whose references do not break at their hyphens. */
export function Unbroken({ text }: { text: string }) {
  return text.split(REFERENCE).map((part, at) => {
    const isReference = at % 2 === 1;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
    if (!isReference) return <Fragment key={at}>{part}</Fragment>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <span key={at} className={classes.reference}>
        {part}
      </span>
    );
  });
}
