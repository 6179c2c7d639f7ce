import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Health } from '#contract/dashboards/schema.ts';
import { Card } from '#web/ui/Card.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';

type Part = { name: string; isWell: boolean; well: string; ill: string };

/** Shows whether each part of the product works now. Without a result, shows "unknown". */
export function SystemStatus({ health }: { health: Health | undefined }) {
  const { t } = useTranslation();
  const parts: Part[] = [
    {
      name: t('Database'),
      isWell: health?.database ?? false,
      well: t('Connected'),
      ill: t('Not connected'),
    },
    {
      name: t('Authentication'),
      isWell: health?.authentication ?? false,
      well: t('Active'),
      ill: t('Not working'),
    },
    {
      name: t('Transactions'),
      isWell: health?.transactions ?? false,
      well: t('Processing'),
      ill: t('Delayed'),
    },
  ];
  return (
    <Card title={t('System Status')}>
      <Stack gap="md" aria-live="polite">
        {parts.map(({ name, isWell, well, ill }) => (
          <Group key={name} justify="space-between">
            <Text size="sm">{name}</Text>
            {health ? (
              <StateBadge state={isWell ? 'done' : 'failed'} word={isWell ? well : ill} />
            ) : (
              <StateBadge state="unknown" />
            )}
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
