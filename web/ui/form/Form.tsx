import { Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { StateAlert } from '../state/StateAlert.tsx';
import classes from './Form.module.css';

type FormProps = {
  onSubmit: (element: HTMLFormElement) => void;
  pending: boolean;
  /** Translated error; announced to screen readers. */
  error?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Keeps the fields enabled while pending, because a disabled field loses the focus. */
  keepsFocus?: boolean;
  /** Shows fields and footer once the fields above them have loaded. */
  isInOrder?: boolean;
};

/** A form that ignores a submit while pending and announces its error. */
export function Form(props: FormProps) {
  const { onSubmit, pending, error, children, footer, keepsFocus } = props;
  const order = { 'data-in-order': props.isInOrder || undefined };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React events bubble from a dialog to the form that opened it, which would be submitted too.
    event.stopPropagation();
    if (!pending) onSubmit(event.currentTarget);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="var(--wallet-fields-gap)" {...order}>
        <fieldset disabled={pending && !keepsFocus} className={classes.fields} {...order}>
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
