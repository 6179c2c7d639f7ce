import { useEffect, useEffectEvent } from 'react';
import { readHint, writeHint } from '../../lib/storage.ts';

/** What a key does on a review screen. */
export type ReviewAction =
  | 'next'
  | 'previous'
  | 'view'
  | 'approve'
  | 'reject'
  | 'select'
  | 'note'
  | 'source'
  | 'desk'
  | 'zoom'
  | 'fit'
  | 'rotate'
  | 'undo';

/** The keys as the help shows them. */
export const REVIEW_KEYS: Record<ReviewAction, string> = {
  next: 'J',
  previous: 'K',
  view: 'O',
  approve: 'A',
  reject: 'R',
  select: 'X',
  note: 'N',
  source: 'S',
  desk: 'D',
  zoom: 'Z',
  fit: 'F',
  rotate: 'T',
  undo: 'U',
};

const ACTIONS = new Map(
  Object.entries(REVIEW_KEYS).map(([action, key]) => [key.toLowerCase(), action as ReviewAction]), // The table's own keys.
);

type Key = { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean };

/** What a key press means; nothing for keys that belong to the browser. */
export function actionOf({ key, ctrlKey, altKey, metaKey }: Key): ReviewAction | undefined {
  return ctrlKey || altKey || metaKey ? undefined : ACTIONS.get(key.toLowerCase());
}

const isStep = (action: ReviewAction) => action === 'next' || action === 'previous';

type Placed = { id: string };

/**
 * The row `step` rows from the one a reader is at; the first when they are at none. A row that left
 * the list is counted from where it stood.
 */
export function stepFrom<Row extends Placed>(
  rows: Row[],
  place: { id: string; index: number } | undefined,
  step: 1 | -1,
): Row | undefined {
  if (!place) return rows[0];
  const found = rows.findIndex(({ id }) => id === place.id);
  const isGone = found === -1;
  // What stands where the row stood is the next one already.
  const target = isGone ? place.index + Math.min(step, 0) : found + step;
  return rows[Math.min(Math.max(target, 0), rows.length - 1)];
}

const STORAGE_KEY = 'review_shortcuts';
const OFF = 'off';
const TYPING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="combobox"]';

/** Whether single keys act at all: someone who dictates, or whose keys slip, can switch them off. */
export function areShortcutsOn(): boolean {
  return readHint(STORAGE_KEY) !== OFF;
}

/** Remembers whether single keys act. */
export function switchShortcuts(isOn: boolean): void {
  writeHint(STORAGE_KEY, isOn ? 'on' : OFF);
}

/** Acts on single keys while the component is on screen; never while someone types. */
export function useShortcuts(actions: Partial<Record<ReviewAction, () => void>>): void {
  useKeys((event) => {
    const action = actionOf(event);
    // A key that is held down goes on and on, but decides once.
    return action && (!event.repeat || isStep(action)) ? actions[action] : undefined;
  });
}

/** Acts on the digits from 1 to 9, likewise. */
export function useDigits(act: (digit: number) => void): void {
  useKeys(({ key, ctrlKey, altKey, metaKey, repeat }) => {
    const isDigit = /^[1-9]$/.test(key) && !(ctrlKey || altKey || metaKey || repeat);
    return isDigit ? () => act(Number(key)) : undefined;
  });
}

/** Does what a key press means, unless someone types or has switched the keys off. */
function useKeys(meaningOf: (event: KeyboardEvent) => (() => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target;
    if (event.defaultPrevented || (target instanceof Element && target.closest(TYPING))) return;
    const act = meaningOf(event);
    if (!act || !areShortcutsOn()) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
