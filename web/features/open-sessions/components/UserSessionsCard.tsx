import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OpenSession } from '#contract/sessions/schema.ts';
import type { UserDetails } from '#contract/users/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { useEndSessionsOf, useSessionsOf } from '../queries.ts';
import { SessionList } from './SessionList.tsx';
import { useSessionName } from './SessionRow.tsx';

/** What to end: one session, or all. */
type Ending = { session?: OpenSession };

/** The open sessions of a user, for administrators, who can end those of others. */
export function UserSessionsCard({ user }: { user: UserDetails }) {
  const { t } = useTranslation();
  const session = useSession();
  const sessions = useSessionsOf(user.id);
  const dialog = useDialogTarget<Ending>();
  const mayEnd = useCan('users:manage') && user.id !== session.user.id;
  return (
    <Card title={t('Sessions')} description={t('The browsers in which this user is logged in.')}>
      <SessionList
        sessions={sessions}
        failure={t('Failed to load the sessions')}
        onEnd={mayEnd ? (one) => dialog.open({ session: one }) : undefined}
      />
      {mayEnd && (sessions.data?.length ?? 0) > 1 && (
        <Button variant="default" mt="md" onClick={() => dialog.open({})}>
          {t('End all')}
        </Button>
      )}
      <EndSessionsDialog
        user={user}
        ending={dialog.target}
        opened={dialog.isOpen}
        onClose={dialog.close}
      />
    </Card>
  );
}

type EndSessionsDialogProps = {
  user: UserDetails;
  ending: Ending | undefined;
  opened: boolean;
  onClose: () => void;
};

function EndSessionsDialog({ user, ending, opened, onClose }: EndSessionsDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const nameOf = useSessionName();
  const end = useEndSessionsOf(onClose);
  const session = ending?.session;
  const params = { user: user.username };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        end.reset();
        onClose();
      }}
      title={session ? t('End session') : t('End all sessions')}
      message={
        session
          ? t('{{user}} is logged out immediately in {{name}}, and is notified.', {
              ...params,
              name: nameOf(session),
            })
          : t('{{user}} is logged out immediately in all browsers, and is notified.', params)
      }
      confirmLabel={session ? t('End session') : t('End all')}
      pendingLabel={t('Ending...')}
      pending={end.isPending}
      error={end.error && errorText(end.error, t('Failed to end the sessions'))}
      onConfirm={() => end.mutate({ userId: user.id, sessionId: session?.id })}
      danger
    />
  );
}
