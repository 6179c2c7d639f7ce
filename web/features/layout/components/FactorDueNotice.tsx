import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/i18n/format.ts';
import { serverNow } from '#web/lib/i18n/server-clock.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';

const DAY_MS = 24 * 60 * 60_000;

/** Says on every page how long an administrator has to add a required second factor. */
export function FactorDueNotice() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { secondFactorDue: due } = useSession();
  if (!due) return null;
  const count = Math.max(1, Math.ceil((due.at.getTime() - serverNow().getTime()) / DAY_MS));
  return (
    <StateAlert state="warning" mb="md" role="region" aria-label={t('A second factor is missing')}>
      <Group justify="space-between">
        {t(
          'Admins need a second factor. You have {{count}} days left to add one, until {{date}}.',
          {
            count,
            date: dateTime(due.at),
          },
        )}
        <Button size="compact-sm" component={Link} to={paths.user.security}>
          {t('Open security settings')}
        </Button>
      </Group>
    </StateAlert>
  );
}
