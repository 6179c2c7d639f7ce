import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import classes from './Form.module.css';
import { StateAlert } from './StateAlert.tsx';

type FormProps = {
  /** Called with the form's element unless the form is being sent already. */
  onSubmit: (element: HTMLFormElement) => void;
  pending: boolean;
  /** What went wrong, translated; announced to screen readers. */
  error?: ReactNode;
  children: ReactNode;
  /** Buttons, which stand below the error. */
  footer?: ReactNode;
  /** For fields that stay enabled while they are sent: a disabled one loses the focus. */
  keepsFocus?: boolean;
};

/** A form that is sent once at a time, and whose error is announced. */
export function Form({ onSubmit, pending, error, children, footer, keepsFocus }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // For React a dialog is inside the form that opened it, which must not be sent along with it.
    event.stopPropagation();
    if (!pending) onSubmit(event.currentTarget);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <fieldset disabled={pending && !keepsFocus} className={classes.fields}>
          {children}
        </fieldset>
        {error && (
          <StateAlert state="failed" role="alert">
            {error}
          </StateAlert>
        )}
        {footer}
      </Stack>
    </form>
  );
}
