/** Vertical edges in pixels of the viewport. */
type Span = { top: number; bottom: number };

type Place = {
  /** Height of all toasts. */
  height: number;
  screenHeight: number;
  /** Controls and headings in the columns of the toasts. */
  occupied: readonly Span[];
  /** The preferred edge of the screen. */
  from: 'top' | 'bottom';
};

const STEP_PX = 4;
const MARGIN_PX = 4;

/** Returns the top of the place, nearest to the preferred edge, where toasts cover the fewest elements. */
export function findToastTop({ height, screenHeight, occupied, from }: Place): number {
  const lowest = Math.max(MARGIN_PX, screenHeight - height - MARGIN_PX);
  let best = { top: from === 'top' ? MARGIN_PX : lowest, covered: Number.POSITIVE_INFINITY };
  for (let moved = 0; moved <= lowest - MARGIN_PX; moved += STEP_PX) {
    const top = from === 'top' ? MARGIN_PX + moved : lowest - moved;
    const covered = occupied.filter((one) => one.top < top + height && one.bottom > top).length;
    if (covered < best.covered) best = { top, covered };
    if (covered === 0) break;
  }
  return best.top;
}
