import { type RefObject, useRef } from 'react';

/**
 * Moves the focus to the first invalid field of a form, once its errors are on screen: the place
 * where a person, seeing or not, goes on.
 */
export function useFocusFirstInvalid(): {
  form: RefObject<HTMLFormElement | null>;
  focusFirstInvalid: () => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const focusFirstInvalid = () => {
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };
  return { form, focusFirstInvalid };
}
