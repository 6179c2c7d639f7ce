import { Button, type ButtonProps, Loader } from '@mantine/core';
import classes from './SubmitButton.module.css';

type SubmitButtonProps = Omit<ButtonProps, 'children' | 'loading'> & {
  label: string;
  /** The label while `pending`; it stays readable, unlike under Mantine's own loader. */
  pendingLabel: string;
  pending: boolean;
  /** Where a dialog puts the focus when it opens. */
  'data-autofocus'?: boolean;
};

/** The button that sends a form. While it is being sent it says so and can't be pressed again. */
export function SubmitButton(props: SubmitButtonProps) {
  const { label, pendingLabel, pending, disabled, leftSection, ...rest } = props;
  return (
    <Button
      {...rest}
      classNames={{ root: classes.root, label: classes.label }}
      type="submit"
      disabled={pending || disabled}
      leftSection={pending ? <Loader size={16} color="currentColor" aria-hidden /> : leftSection}
      aria-busy={pending || undefined}
    >
      {pending ? pendingLabel : label}
    </Button>
  );
}
