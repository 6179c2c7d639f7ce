import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { createElement } from 'react';
import { errorCode } from '../lib/api/errors.ts';
import { STATES, type State } from './state/states.ts';
import { Unbroken } from './Unbroken.tsx';
import { UndoMessage } from './UndoMessage.tsx';

export type Toast = { title?: string; message: string };

const TOAST_MS = 5000;
const SWEEP_PX = 50;
export const MAX_TOASTS = 5;

type Shown = {
  state: State;
  title: string;
  message: string;
  autoClose?: number;
  /** Adds a button, which closes the toast. */
  onUndo?: () => void;
};

const SIGN = { size: 18 };

const errors = new Set<string>();

function show({ state, title, message, autoClose = TOAST_MS, onUndo }: Shown): string {
  const { tone, icon } = STATES[state];
  const undo =
    onUndo &&
    (() => {
      notifications.hide(id);
      onUndo();
    });
  const id: string = notifications.show({
    color: tone,
    icon: createElement(icon, SIGN),
    autoClose,
    onPointerDown: (event) => hideWhenSwept(id, event.clientX),
    title,
    message: undo
      ? createElement(UndoMessage, { text: message, onUndo: undo })
      : createElement(Unbroken, { text: message }),
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('Close') },
  });
  return id;
}

/** Closes a toast when it is swiped. Mantine requires a swipe over a third of its width. */
function hideWhenSwept(id: string, fromX: number): void {
  const over = new AbortController();
  const end = (event: PointerEvent) => {
    over.abort();
    const isSwept = event.type === 'pointerup' && Math.abs(event.clientX - fromX) >= SWEEP_PX;
    if (isSwept) notifications.hide(id);
  };
  for (const type of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(type, end, { signal: over.signal, capture: true });
  }
}

export function toastSuccess({ title = i18next.t('Success'), message }: Toast): void {
  show({ state: 'done', title, message });
}

/** Shows what was done with an Undo button for as long as it can be undone. */
export function toastUndoable({
  undoMs,
  ...shown
}: Toast & { undoMs: number; onUndo: () => void }) {
  show({ state: 'done', title: i18next.t('Success'), autoClose: undoMs, ...shown });
}

export function toastError({ title = i18next.t('Error'), message }: Toast): void {
  errors.add(show({ state: 'failed', title, message }));
}

/**
 * Shows why a command failed: as an error, or neutrally if it waits for a second approval, which is no failure. `message`
 * is the error's translated text.
 */
export function toastFailure(error: unknown, toast: Toast): void {
  const title = i18next.t('Waiting for a second approval');
  if (errorCode(error) === 'SECOND_APPROVAL_REQUIRED') show({ state: 'pending', ...toast, title });
  else toastError(toast);
}

export function hideErrors(): void {
  for (const id of errors) notifications.hide(id);
  errors.clear();
}

export function toastInfo(toast: { title: string; message: string; autoClose?: number }): void {
  show({ state: 'news', ...toast });
}

export function toastLanguageFailure(): void {
  toastError({
    message: i18next.t('The language could not be loaded. Check your connection and try again.'),
  });
}
