import { Button, Group, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberFormatBase } from 'react-number-format';
import classes from './AmountField.module.css';
import { useAmountFormat } from './use-amount-format.ts';

export type AmountChoice = { label: string; amount: string };

type AmountFieldProps = Pick<TextInputProps, 'label' | 'description' | 'error'> & {
  /** The amount as text without grouping, as returned by `cleanAmount`. Not a number, which would round. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Undefined until they are known. */
  choices: AmountChoice[] | undefined;
  min?: number;
  step?: number;
};

export function AmountField({ value, onChange, onBlur, choices, ...field }: AmountFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const format = useAmountFormat({ value, onChange, onBlur });
  return (
    <div>
      <NumberFormatBase
        {...field}
        {...format}
        id={id}
        customInput={TextInput}
        classNames={{ input: classes.input, section: classes.sign }}
        required
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        leftSection={<span aria-hidden>₹</span>}
      />
      {!choices && <Skeleton mt="xs" radius="xl" height="var(--wallet-chip)" />}
      {choices && choices.length > 0 && (
        <Group gap="sm" mt="xs" role="group" aria-label={t('Common amounts')}>
          {choices.map(({ label, amount }) => (
            <Button
              key={label}
              variant={amount === value ? 'light' : 'default'}
              radius="xl"
              className={classes.choice}
              aria-controls={id}
              aria-pressed={amount === value}
              onClick={() => onChange(amount)}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}
