import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OpenSession } from '#contract/sessions/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { useEndOtherSessions, useEndSession, useOwnSessions } from '../queries.ts';
import { SessionList } from './SessionList.tsx';
import { useSessionName } from './SessionRow.tsx';

/** The open sessions of the signed-in person, who can end them. */
export function SessionsCard() {
  const { t } = useTranslation();
  const sessions = useOwnSessions();
  const one = useDialogTarget<OpenSession>();
  const others = useDialogTarget<true>();
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <Card
      title={t('Sessions')}
      description={t('The browsers in which you are logged in. End those that you do not know.')}
    >
      <SessionList
        sessions={sessions}
        failure={t('Failed to load your sessions')}
        onEnd={one.open}
      />
      {hasOthers && (
        <Button variant="default" mt="md" onClick={() => others.open(true)}>
          {t('End all others')}
        </Button>
      )}
      <EndSessionDialog session={one.target} opened={one.isOpen} onClose={one.close} />
      <EndOthersDialog opened={others.isOpen} onClose={others.close} />
    </Card>
  );
}

type DialogProps = { opened: boolean; onClose: () => void };

function EndSessionDialog({
  session,
  opened,
  onClose,
}: DialogProps & { session: OpenSession | undefined }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const nameOf = useSessionName();
  const end = useEndSession(onClose);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        end.reset();
        onClose();
      }}
      title={t('End session')}
      message={t('{{name}} is logged out immediately.', { name: session ? nameOf(session) : '' })}
      confirmLabel={t('End session')}
      pendingLabel={t('Ending...')}
      pending={end.isPending}
      error={end.error && errorText(end.error, t('Failed to end the session'))}
      onConfirm={() => session && end.mutate({ id: session.id })}
      danger
    />
  );
}

export function EndOthersDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const end = useEndOtherSessions(onClose);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        end.reset();
        onClose();
      }}
      title={t('End all other sessions')}
      message={t('You stay logged in here. All other browsers are logged out immediately.')}
      confirmLabel={t('End all others')}
      pendingLabel={t('Ending...')}
      pending={end.isPending}
      error={end.error && errorText(end.error, t('Failed to end the sessions'))}
      onConfirm={() => end.mutate({})}
      danger
    />
  );
}
