import type { ReactNode } from 'react';
import classes from './Picture.module.css';

/* One style for all illustrations: lines of one width on a tinted disc, with the subject in the accent colour.
   Size 120 by 88 units. */

/** A small disc at the upper right with an icon, such as a coin or a tick. */
function Disc({ children }: { children: ReactNode }) {
  return (
    <>
      <circle cx="86" cy="28" r="12" className={classes.disc} />
      <g className={classes.sign}>{children}</g>
    </>
  );
}

const TICK = <path d="m80.5 28 4 4 7-8" />;
const PLUS = <path d="M86 22.5v11M80.5 28h11" />;

const SHEET = (
  <>
    <path d="m44 20 32-4 6 46-32 4Z" className={classes.back} />
    <path d="M36 24h34v44H36Z" />
  </>
);

const PICTURES = {
  passbook: (
    <>
      <path d="M60 30c-8-5-18-6-28-4v36c10-2 20-1 28 4 8-5 18-6 28-4V26c-10-2-20-1-28 4Zm0 0v36" />
      <path d="M39 37c5-.5 9 0 13 1.5M39 46c5-.5 9 0 13 1.5M68 47.5c4-1.5 8-2 13-1.5" />
      <Disc>
        <path d="M82 23.5h8M82 27.5h8M82 23.5h3a3.5 3.5 0 0 1 0 7h-3l5.5 4" />
      </Disc>
    </>
  ),
  bell: (
    <>
      <path d="M60 22a16 16 0 0 1 16 16v10l6 10H38l6-10V38a16 16 0 0 1 16-16Z" />
      <path d="M53.5 63.5a6.5 6.5 0 0 0 13 0M60 22v-4" />
      <Disc>{TICK}</Disc>
    </>
  ),
  bank: (
    <>
      <path d="M32 42 58 26l26 16ZM38 48v14M51 48v14M65 48v14M78 48v14M31 67h54" />
      <Disc>{PLUS}</Disc>
    </>
  ),
  inbox: (
    <>
      <path d="M32 48 41 26h34l9 22v18H32Z" />
      <path d="M32 48h15c0 6 4 10 11 10s11-4 11-10h15" />
      <Disc>{TICK}</Disc>
    </>
  ),
  search: (
    <>
      <circle cx="56" cy="40" r="19" />
      <path d="m70 54 15 15" />
      <path d="M47 40h18" className={classes.accent} />
    </>
  ),
  failed: (
    <>
      <path d="M38 20h30l14 14v34H38Z" />
      <path d="M68 20v14h14" />
      <path d="M60 36v14M60 58.5v.5" className={classes.accent} />
    </>
  ),
  list: (
    <>
      {SHEET}
      <path d="M43 36h20M43 45h20M43 54h12" />
      <Disc>{PLUS}</Disc>
    </>
  ),
  records: (
    <>
      {SHEET}
      <path d="M43 36h20M43 45h20M43 54h12" />
      <Disc>
        <path d="M86 21.5V28l4.5 3" />
      </Disc>
    </>
  ),
  people: (
    <>
      <circle cx="50" cy="34" r="10" />
      <path d="M32 66c0-11 8-18 18-18s18 7 18 18Z" />
      <path d="M70 47c9 0 16 6 17 16h-9" className={classes.back} />
      <circle cx="72" cy="36" r="7" className={classes.accent} />
    </>
  ),
  image: (
    <>
      <path d="M34 24h52v42H34Z" />
      <path d="m34 60 15-16 12 12 8-8 17 14" />
      <circle cx="71" cy="37" r="5" className={classes.accent} />
    </>
  ),
  code: (
    <>
      <path d="M36 22h17v17H36ZM67 22h17v17H67ZM36 53h17v17H36Z" />
      <path d="M67 53h6M80 53h4v6M67 62v8h7M82 68v2" className={classes.accent} />
    </>
  ),
  chart: (
    <>
      <path d="M34 66h52M42 66V52h9v14M56 66V40h9v26" />
      <path d="M70 66V28h9v38" className={classes.accent} />
    </>
  ),
  lock: (
    <>
      <path d="M48 42v-8a12 12 0 0 1 24 0v8" />
      <path d="M40 40h40v28H40Z" />
      <path d="M60 51v7" className={classes.accent} />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type PictureName = keyof typeof PICTURES;

/** Decorative illustration of an empty state. The text next to it has the same meaning. */
export function Picture({ name }: { name: PictureName }) {
  return (
    <svg viewBox="0 0 120 88" className={classes.picture} aria-hidden="true">
      <circle cx="60" cy="44" r="40" className={classes.ground} />
      <g className={classes.line}>{PICTURES[name]}</g>
    </svg>
  );
}
