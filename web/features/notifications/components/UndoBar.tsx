import { Button, Group, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconArrowBackUp } from '#web/ui/icons/IconArrowBackUp.ts';
import { type Removal, useLastRemoval } from '../hooks/use-last-removal.ts';
import classes from './UndoBar.module.css';

/** Shorter than the server's limit, so that a shown undo always succeeds. */
const OFFERED_MS = 20_000;

/** Shows for some seconds what was removed, with an Undo button. */
export function UndoBar() {
  const { removal } = useLastRemoval();
  return (
    <div role="status" className={classes.place}>
      {removal && <Offer key={removal.removedAt} removal={removal} />}
    </div>
  );
}

function Offer({ removal }: { removal: Removal }) {
  const { t } = useTranslation();
  const { offer, undo } = useLastRemoval();
  const withdraw = useEffectEvent(() => offer(null));
  useEffect(() => {
    const timer = setTimeout(withdraw, OFFERED_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Group justify="space-between" gap="xs" className={classes.bar}>
      <Text size="sm">
        {removal.isAll ? t('Notifications cleared') : t('Notification deleted')}
      </Text>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconArrowBackUp size={16} />}
        onClick={() => undo(removal)}
      >
        {t('Undo', { context: 'notification' })}
      </Button>
    </Group>
  );
}
