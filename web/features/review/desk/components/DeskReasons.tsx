import { Button, Kbd } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfferedReasons } from '#web/features/settings/queries.ts';
import { useReasonText } from '#web/features/transactions/hooks/use-reason-text.ts';
import { useDigits } from '#web/ui/use-shortcuts.ts';
import classes from './Desk.module.css';

const DIGITS = 9;

type DeskReasonsProps = {
  disabled: boolean;
  /** Number of times the shortcut for the reasons was used; each use focuses the first reason. */
  asked: number;
  onChoose: (reasonId: string) => void;
};

/** Canned rejection reasons, chosen by a click or a digit key. */
export function DeskReasons({ disabled, asked, onChoose }: DeskReasonsProps) {
  const { t } = useTranslation();
  const textOf = useReasonText();
  const first = useRef<HTMLButtonElement>(null);
  const { data } = useOfferedReasons('rejection');
  const isLoaded = data !== undefined;
  const offered = data ?? [];
  useDigits((digit) => {
    const reason = offered[digit - 1];
    if (reason && !disabled) onChoose(reason.id);
  });
  useEffect(() => {
    if (asked > 0 && isLoaded) first.current?.focus();
  }, [asked, isLoaded]);
  return (
    <ol className={classes.reasons} aria-label={t('Reasons for rejections')}>
      {offered.map(({ id, texts }, index) => (
        <li key={id}>
          <Button
            ref={index === 0 ? first : undefined}
            size="compact-sm"
            variant="default"
            fullWidth
            justify="flex-start"
            classNames={{ root: classes.compare, label: classes.compareLabel }}
            data-disabled={disabled || undefined}
            aria-disabled={disabled || undefined}
            leftSection={index < DIGITS ? <Kbd size="xs">{index + 1}</Kbd> : undefined}
            onClick={disabled ? undefined : () => onChoose(id)}
          >
            {textOf(texts)}
          </Button>
        </li>
      ))}
    </ol>
  );
}
