import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserDetails } from '#contract/users/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { IfCan } from '#web/ui/IfCan.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { RefuseClosureDialog, useRefusal } from './RefuseClosureDialog.tsx';

/** The open closure request of a user. A deletion of the account fulfils it. */
export function ClosureAlert({ user }: { user: UserDetails }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const refusal = useRefusal();
  const { closure } = user;
  if (!closure) return null;
  return (
    <StateAlert
      state="pending"
      mb="lg"
      title={t('{{username}} asked to close the account on {{date}}.', {
        username: user.username,
        date: dateTime(closure.createdAt),
      })}
    >
      <Group justify="space-between">
        <Text size="sm">{closure.reason || t('No reason given')}</Text>
        <IfCan permission="users:manage">
          <Button
            variant="default"
            size="sm"
            onClick={() => refusal.open({ id: closure.id, userId: user.id })}
          >
            {t('Reject')}
          </Button>
        </IfCan>
      </Group>
      <RefuseClosureDialog state={refusal} />
    </StateAlert>
  );
}
