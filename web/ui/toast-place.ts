/** Vertical edges in pixels of the viewport. */
type Span = { top: number; bottom: number };

type Place = {
  height: number;
  screenHeight: number;
  occupied: readonly Span[];
  /** The preferred edge of the screen. */
  from: 'top' | 'bottom';
  /** Where the toasts are now, if they are on the screen. */
  current?: number | undefined;
};

const STEP_PX = 4;
const MARGIN_PX = 4;

/** The place nearest to the preferred edge. Toasts that cover nothing stay where they are. */
export function findToastTop({ height, screenHeight, occupied, from, current }: Place): number {
  const lowest = Math.max(MARGIN_PX, screenHeight - height - MARGIN_PX);
  const countCovered = (top: number) =>
    occupied.filter((one) => one.top < top + height && one.bottom > top).length;
  if (current !== undefined && current <= lowest && countCovered(current) === 0) return current;
  let best = { top: from === 'top' ? MARGIN_PX : lowest, covered: Number.POSITIVE_INFINITY };
  for (let moved = 0; moved <= lowest - MARGIN_PX; moved += STEP_PX) {
    const top = from === 'top' ? MARGIN_PX + moved : lowest - moved;
    const covered = countCovered(top);
    if (covered < best.covered) best = { top, covered };
    if (covered === 0) break;
  }
  return best.top;
}
