import classes from './LoginArt.module.css';

const ROWS = [
  { y: 196, width: 116, isIn: true },
  { y: 244, width: 88, isIn: false },
  { y: 292, width: 132, isIn: true },
] as const;

/** Decorative illustration next to the login form on wide screens; hidden from screen readers. */
export function LoginArt() {
  return (
    <div className={classes.panel} aria-hidden="true">
      <svg viewBox="0 0 480 480" className={classes.art}>
        <title>{''}</title>
        <circle cx="240" cy="240" r="228" className={classes.ring} />
        <circle cx="240" cy="240" r="172" className={classes.ring} />
        <g transform="rotate(-6 240 240)">
          <rect x="96" y="92" width="288" height="276" rx="26" className={classes.back} />
        </g>
        <rect x="88" y="100" width="304" height="268" rx="26" className={classes.book} />
        <rect x="116" y="130" width="64" height="9" rx="4.5" className={classes.faint} />
        <path
          d="M118 154h16M118 161h16M118 154h6a5.5 5.5 0 0 1 0 12h-6l11 9"
          className={classes.rupee}
        />
        <rect x="142" y="152" width="126" height="22" rx="8" className={classes.strong} />
        {ROWS.map(({ y, width, isIn }) => (
          <g key={y}>
            <circle cx="132" cy={y + 18} r="16" className={isIn ? classes.in : classes.out} />
            <path
              d={isIn ? `M132 ${y + 11}v14m-6-6l6 6l6-6` : `M132 ${y + 25}v-14m-6 6l6-6l6 6`}
              className={classes.arrow}
            />
            <rect x="162" y={y + 7} width={width} height="9" rx="4.5" className={classes.line} />
            <rect
              x="162"
              y={y + 22}
              width={width - 40}
              height="7"
              rx="3.5"
              className={classes.faint}
            />
            <rect x="316" y={y + 12} width="48" height="11" rx="5.5" className={classes.line} />
          </g>
        ))}
      </svg>
    </div>
  );
}
