import { nextPaint } from './next-task.ts';

/** Returns a function that focuses the same element again, once it is enabled, unless another one has the focus. */
export function rememberFocus(): () => void {
  const focused = document.activeElement;
  return () =>
    void nextPaint().then(() => {
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && focused instanceof HTMLElement) focused.focus();
    });
}

export function focusFirstInvalid(container: HTMLElement | null): void {
  requestAnimationFrame(() => {
    container?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
