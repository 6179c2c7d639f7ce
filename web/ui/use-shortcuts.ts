import { useEffect, useEffectEvent } from 'react';
import { readHint, writeHint } from '../lib/page/storage.ts';

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
  | 'zoomIn'
  | 'zoomOut'
  | 'fit'
  | 'rotate'
  | 'compare'
  | 'undo';

/** The keys as displayed in the help dialog. */
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
  zoomIn: '+',
  zoomOut: '-',
  fit: 'F',
  rotate: 'T',
  compare: 'C',
  undo: 'U',
};

const ACTIONS = new Map(
  Object.entries(REVIEW_KEYS).map(([action, key]) => [key.toLowerCase(), action as ReviewAction]), // action type: the keys of REVIEW_KEYS
);
// The plus without Shift on many keyboards.
ACTIONS.set('=', 'zoomIn');

type Key = { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean };

/** Returns the action of a key press; undefined for the browser's shortcuts. */
export function actionOf({ key, ctrlKey, altKey, metaKey }: Key): ReviewAction | undefined {
  return ctrlKey || altKey || metaKey ? undefined : ACTIONS.get(key.toLowerCase());
}

const REPEATED: ReviewAction[] = ['next', 'previous', 'zoomIn', 'zoomOut'];

type Placed = { id: string };

/** If the current row was removed, counts from its old position. */
export function stepFrom<Row extends Placed>(
  rows: Row[],
  place: { id: string; index: number } | undefined,
  step: 1 | -1,
): Row | undefined {
  if (!place) return rows[0];
  const found = rows.findIndex(({ id }) => id === place.id);
  const isGone = found === -1;
  // The row at the removed row's position is already the next one.
  const target = isGone ? place.index + Math.min(step, 0) : found + step;
  return rows[Math.min(Math.max(target, 0), rows.length - 1)];
}

const STORAGE_KEY = 'review_shortcuts';
const OFF = 'off';
const TYPING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="combobox"], [role="menu"]';

/** Returns whether single-key shortcuts are enabled. Users of speech input can disable them. */
export function areShortcutsOn(): boolean {
  return readHint(STORAGE_KEY) !== OFF;
}

export function switchShortcuts(isOn: boolean): void {
  writeHint(STORAGE_KEY, isOn ? 'on' : OFF);
}

/** Handles single-key shortcuts while mounted, except while the user types. */
export function useShortcuts(actions: Partial<Record<ReviewAction, () => void>>): void {
  useKeys((event) => {
    const action = actionOf(event);
    // A held key repeats: it may move on or zoom, but must not decide repeatedly.
    return action && (!event.repeat || REPEATED.includes(action)) ? actions[action] : undefined;
  });
}

export function useDigits(act: (digit: number) => void): void {
  useKeys(({ key, ctrlKey, altKey, metaKey, repeat }) => {
    const isDigit = /^[1-9]$/.test(key) && !(ctrlKey || altKey || metaKey || repeat);
    return isDigit ? () => act(Number(key)) : undefined;
  });
}

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
