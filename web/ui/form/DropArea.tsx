import { Button, Input } from '@mantine/core';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DropArea.module.css';

type DropAreaProps = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** MIME types or endings of file names. */
  accept: readonly string[];
  onChoose: (file: File | null) => void;
  buttonText: string;
  /** The chosen file, or what can be dropped. */
  children: ReactNode;
};

/** Field for one file: by a picker, or dropped on it. */
export function DropArea({ label, hint, error, required, disabled, ...props }: DropAreaProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (file: File | null) => {
    // Without a reset, choosing the same file again fires no change event.
    if (input.current) input.current.value = '';
    props.onChoose(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files.item(0);
    if (file && !disabled) take(file);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <Input.Wrapper
      id={id}
      label={label}
      required={required}
      error={error}
      description={hint}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <section
        className={classes.area}
        data-over={isOver || undefined}
        data-invalid={Boolean(error) || undefined}
        onDrop={drop}
        onDragOver={over}
        onDragLeave={() => setIsOver(false)}
        aria-label={t('Drop area')}
      >
        <input
          ref={input}
          id={id}
          type="file"
          className={classes.input}
          accept={props.accept.join(',')}
          disabled={disabled}
          required={required}
          aria-invalid={Boolean(error) || undefined}
          onChange={(event) => take(event.currentTarget.files?.item(0) ?? null)}
        />
        {props.children}
        <Button
          variant="light"
          size="compact-sm"
          disabled={disabled}
          // The input itself is focusable and labelled.
          tabIndex={-1}
          aria-hidden
          onClick={() => input.current?.click()}
        >
          {props.buttonText}
        </Button>
      </section>
    </Input.Wrapper>
  );
}
