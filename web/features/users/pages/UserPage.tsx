import { Button, Center, Loader, Paper, Tabs, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { UserId } from '#contract/shared/base.ts';
import type { UserDetails } from '#contract/users/schema.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { IfCan } from '#web/ui/IfCan.tsx';
import { IconKey } from '#web/ui/icons/IconKey.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { PageTabs } from '#web/ui/page/PageTabs.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { WaitingApproval } from '../../approvals/components/WaitingApproval.tsx';
import { ClosureAlert } from '../../closures/components/ClosureAlert.tsx';
import { UserSessionsCard } from '../../open-sessions/components/UserSessionsCard.tsx';
import { Notes, Timeline } from '../../timelines/components/Timeline.tsx';
import { UserRequests } from '../../transactions/admin/components/UserRequests.tsx';
import { SetPasswordDialog } from '../components/SetPasswordDialog.tsx';
import { UserIdentity } from '../components/UserIdentity.tsx';
import { UserOverview } from '../components/UserOverview.tsx';
import {
  USER_TABS,
  type UserPageSearch,
  type UserTab,
  userPageSearch,
} from '../model/user-tabs.ts';
import { useUser } from '../queries.ts';
import { BackToUsers } from './CreateUserPage.tsx';

/** Errors that mean there is no such user: an unknown or malformed id. */
const ABSENT = ['USER_NOT_FOUND', 'INVALID_INPUT'];

export function UserPage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { userId } = useParams({ from: '/_admin/admin/users/$userId' });
  const user = useUser(userId as UserId); // The id in the URL is unchecked; the server validates it.
  if (ABSENT.includes(errorCode(user.error) ?? '')) return <UserNotFound />;
  if (user.isPending) return <LoadingUser />;
  if (!user.data) {
    return (
      <>
        <PageHeader title={t('User Details')} actions={<BackToUsers />} />
        <Paper withBorder>
          <ErrorState
            message={errorText(user.error, t('Failed to fetch user details'))}
            error={user.error}
            onRetry={() => void user.refetch()}
          />
        </Paper>
      </>
    );
  }
  return <UserScreen user={user.data} />;
}

function UserScreen({ user }: { user: UserDetails }) {
  const { t } = useTranslation();
  const session = useSession();
  const [isChanging, changing] = useDisclosure(false);
  const search = userPageSearch(useSearch({ strict: false }));
  // Administrators change their own password on the dashboard, which requires the current one.
  const isOwn = user.id === session.user.id;
  const act = isOwn ? { component: Link, to: paths.admin.dashboard } : { onClick: changing.open };
  return (
    <>
      <PageHeader
        title={t('User Details')}
        subtitle={search.tab && <UserIdentity user={user} />}
        hasLowActions
        actions={
          <>
            <BackToUsers />
            <IfCan permission="users:manage">
              <Button variant="default" leftSection={<IconKey size={16} />} {...act}>
                {t('Change Password')}
              </Button>
            </IfCan>
          </>
        }
      />
      <ClosureAlert user={user} />
      <WaitingApproval targetId={user.id} mb="lg" />
      <UserTabs user={user} search={search} />
      <SetPasswordDialog user={user} opened={isChanging} onClose={changing.close} />
    </>
  );
}

type UserTabsProps = { user: UserDetails; search: UserPageSearch };

/** Each tab has an address. */
function UserTabs({ user, search: { tab = 'overview', kind, request } }: UserTabsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const show = (search: Record<string, unknown>) =>
    void navigate({
      to: '.',
      search: userPageSearch(search),
      replace: true,
      resetScroll: false,
    });
  const labels: Record<UserTab, string> = {
    overview: t('Overview'),
    requests: t('Requests'),
    notes: t('Notes'),
    sessions: t('Sessions'),
    activity: t('Activity'),
  };
  const shown = USER_TABS.filter((one) => one !== 'requests' || user.role === 'user');
  return (
    <Tabs value={tab} onChange={(next) => show({ tab: next })} keepMounted={false}>
      <PageTabs
        label={t('User Details')}
        tabs={shown.map((value) => ({ value, label: labels[value] }))}
        value={tab}
        onChange={(next) => show({ tab: next })}
      />
      <Tabs.Panel value="overview">
        <UserOverview user={user} />
      </Tabs.Panel>
      <Tabs.Panel value="requests">
        <UserRequests
          userId={user.id}
          openId={request}
          onOpen={(id) => show({ tab: 'requests', request: id })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="notes">
        <Notes userId={user.id} />
      </Tabs.Panel>
      <Tabs.Panel value="sessions">
        <UserSessionsCard user={user} />
      </Tabs.Panel>
      <Tabs.Panel value="activity">
        <Timeline
          userId={user.id}
          kind={kind ?? 'all'}
          onKind={(next) => show({ tab: 'activity', kind: next })}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

function LoadingUser() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('User Details')} actions={<BackToUsers />} />
      <Center py="xl" role="status">
        <Loader aria-hidden />
        <VisuallyHidden>{t('Loading...')}</VisuallyHidden>
      </Center>
    </>
  );
}

function UserNotFound() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('User Details')} />
      <Paper withBorder>
        <EmptyState
          picture="people"
          title={t('User not found')}
          description={t('The user you are looking for does not exist or has been deleted.')}
          action={
            <Button component={Link} to={paths.admin.users} mt="xs">
              {t('Return to User List')}
            </Button>
          }
        />
      </Paper>
    </>
  );
}
