import { useEffect, useEffectEvent } from 'react';
import { readHint, writeHint } from '../../lib/storage.ts';
import { actionOf, type ReviewAction } from './shortcuts.ts';

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
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target;
    if (event.defaultPrevented || (target instanceof Element && target.closest(TYPING))) return;
    const action = actionOf(event);
    const act = action && actions[action];
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
