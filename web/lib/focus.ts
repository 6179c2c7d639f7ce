/**
 * Moves the focus to the first invalid field inside `container`, once its errors are on screen: the
 * place where a person, seeing or not, goes on.
 */
export function focusFirstInvalid(container: HTMLElement | null): void {
  requestAnimationFrame(() => {
    container?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
