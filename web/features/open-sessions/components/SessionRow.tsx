import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OpenSession } from '#contract/sessions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { ACTION_COLORS } from '#web/ui/state/states.ts';

type SessionRowProps = { session: OpenSession; onEnd?: (() => void) | undefined };

/** A login: its browser and system, its times and its network. */
export function SessionRow({ session, onEnd }: SessionRowProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const name = useSessionName()(session);
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {session.isCurrent && <StateBadge state="active" word={t('This device')} />}
        </Group>
        <Text size="sm" c="dimmed">
          {t('Logged in {{date}}', { date: dateTime(session.createdAt) })}
          {' · '}
          {t('Last used {{date}}', { date: dateTime(session.lastUsedAt) })}
          {session.network !== null &&
            ` · ${t('Network {{network}}', { network: session.network })}`}
        </Text>
      </div>
      {onEnd && (
        <Button
          variant="subtle"
          size="compact-sm"
          color={ACTION_COLORS.destroy}
          onClick={onEnd}
          aria-label={t('End session: {{name}}', { name })}
        >
          {t('End session')}
        </Button>
      )}
    </Group>
  );
}

/** Returns the function that names a session by its browser and system. */
export function useSessionName() {
  const { t } = useTranslation();
  return ({ browser, system }: Pick<OpenSession, 'browser' | 'system'>) =>
    [browser, system].filter((part) => part !== null).join(' · ') || t('Unknown browser');
}
