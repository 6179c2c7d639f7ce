import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconArrowBackUp } from './icons/IconArrowBackUp.ts';
import { Unbroken } from './Unbroken.tsx';

type UndoMessageProps = { text: string; onUndo: () => void };

/** The message of a toast with an Undo button. */
export function UndoMessage({ text, onUndo }: UndoMessageProps) {
  const { t } = useTranslation();
  return (
    <Group component="span" justify="space-between" gap="xs">
      <span>
        <Unbroken text={text} />
      </span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowBackUp size={16} />}
        onClick={onUndo}
      >
        {t('Undo', { context: 'decision' })}
      </Button>
    </Group>
  );
}
