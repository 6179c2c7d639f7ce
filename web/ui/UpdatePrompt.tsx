import { Button, Group, Paper, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { applyUpdate, isUpdateWaiting, onUpdateChange } from '../lib/page/service-worker.ts';
import classes from './Prompt.module.css';

/** Offers to load a new version. Never reloads automatically, so that typed input is not lost. */
export default function UpdatePrompt() {
  const { t } = useTranslation();
  const isWaiting = useSyncExternalStore(onUpdateChange, isUpdateWaiting);
  const [isPutOff, setIsPutOff] = useState(false);
  if (!isWaiting || isPutOff) return null;
  return (
    <Paper withBorder shadow="lg" p="md" className={classes.prompt} role="status">
      <Text fw={600}>{t('A new version is available')}</Text>
      <Text size="sm" c="dimmed">
        {t('Reload to use it. Finish what you are typing first.')}
      </Text>
      <Group justify="flex-end" gap="sm" mt="sm">
        <Button variant="default" size="sm" onClick={() => setIsPutOff(true)}>
          {t('Later')}
        </Button>
        <Button size="sm" onClick={applyUpdate}>
          {t('Reload')}
        </Button>
      </Group>
    </Paper>
  );
}
