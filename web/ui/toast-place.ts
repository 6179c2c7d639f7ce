/** Vertical edges in pixels of the viewport. `isKept`: a heading or an amount, covered only where a control cannot be. */
type Span = { top: number; bottom: number; isKept?: boolean };

type Place = {
  height: number;
  screen: Pick<Span, 'top' | 'bottom'>;
  occupied: readonly Span[];
  /** The preferred edge of the screen. */
  from: 'top' | 'bottom';
  /** Where the toasts are now, if they are on the screen. */
  current?: number | undefined;
};

const STEP_PX = 4;
/** More than there are controls on a screen. */
const KEPT_WEIGHT = 1000;
const MARGIN_PX = 4;

/** The place nearest to the preferred edge. Toasts that cover nothing stay where they are. */
export function findToastTop({ height, screen, occupied, from, current }: Place): number {
  const highest = screen.top + MARGIN_PX;
  const lowest = Math.max(highest, screen.bottom - height - MARGIN_PX);
  const countCovered = (top: number) =>
    occupied
      .filter((one) => one.top < top + height && one.bottom > top)
      .reduce((sum, { isKept }) => sum + (isKept ? KEPT_WEIGHT : 1), 0);
  const isFree = (top: number) => top >= highest && top <= lowest && countCovered(top) === 0;
  if (current !== undefined && isFree(current)) return current;
  let best = { top: from === 'top' ? highest : lowest, covered: Number.POSITIVE_INFINITY };
  for (let moved = 0; moved <= lowest - highest; moved += STEP_PX) {
    const top = from === 'top' ? highest + moved : lowest - moved;
    const covered = countCovered(top);
    if (covered < best.covered) best = { top, covered };
    if (covered === 0) break;
  }
  return best.top;
}
