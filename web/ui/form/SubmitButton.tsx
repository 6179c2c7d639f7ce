import { Button, type ButtonProps, Loader } from '@mantine/core';
import classes from './SubmitButton.module.css';

type SubmitButtonProps = Omit<ButtonProps, 'children' | 'loading'> & {
  label: string;
  /** Label while `pending`. Stays readable, unlike with Mantine's loader. */
  pendingLabel: string;
  pending: boolean;
  'data-autofocus'?: boolean;
};

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
