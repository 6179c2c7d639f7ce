import {
  Badge,
  Button,
  CloseButton,
  Group,
  ScrollArea,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { emailPlaceholder } from '#contract/profiles/rules.ts';
import { orpc } from '#web/lib/api/api.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { adminRoleLabels } from '#web/lib/session/permissions.ts';
import { useSession } from '#web/lib/session/session.ts';
import { IconLogout } from '#web/ui/icons/IconLogout.ts';
import { PersonAvatar } from '#web/ui/PersonAvatar.tsx';
import { type NavigationEntry, placeOf } from '#web/ui/page/navigation.ts';
import { useNavigation } from '#web/ui/page/use-navigation.ts';
import { STATES } from '#web/ui/state/states.ts';
import { useApprovalSummary } from '../../approvals/queries.ts';
import { useSignOut } from '../../sessions/hooks/use-sign-out.ts';
import { useMessageSummary } from '../../support-messages/queries.ts';
import { useVerificationSummary } from '../../verifications/queries.ts';
import classes from './Sidebar.module.css';

/** Entries that fit on a small screen at the usual height. */
const SHORT_MENU = 10;

/** Sidebar with the user, navigation and logout. */
export function Sidebar({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const signOut = useSignOut();
  const entries = useNavigation(user.role);
  const { data: counts } = useQuery(
    orpc.transactions.counts.queryOptions({ enabled: user.role === 'admin' }),
  );
  const { data: approvals } = useApprovalSummary();
  const { data: verifications } = useVerificationSummary();
  const { data: messages } = useMessageSummary();
  const countOf = ({ pending }: NavigationEntry) => {
    if (pending === 'approval') return approvals?.waiting;
    if (pending === 'verification') return verifications?.waiting;
    if (pending === 'message') return messages?.open;
    return pending && counts?.[pending].pending;
  };
  return (
    <div className={classes.sidebar}>
      <Group className={classes.person} justify="space-between" wrap="nowrap">
        <Person />
        {onClose && <CloseButton aria-label={t('Close')} onClick={onClose} />}
      </Group>
      <ScrollArea
        flex={1}
        type="auto"
        scrollbarSize={8}
        classNames={{ root: classes.scroller, thumb: classes.thumb }}
      >
        <nav aria-label={t('Main navigation')}>
          <Stack
            component="ul"
            gap="2xs"
            className={classes.entries}
            data-long={entries.length > SHORT_MENU || undefined}
          >
            {entries.map((entry) => (
              <li key={entry.to}>
                <Entry entry={entry} pending={countOf(entry)} />
              </li>
            ))}
          </Stack>
        </nav>
      </ScrollArea>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconLogout size={18} />}
        disabled={signOut.isPending}
        onClick={() => signOut.mutate(undefined)}
      >
        {t('Logout')}
      </Button>
    </div>
  );
}

function Person() {
  const { t } = useTranslation();
  const { user, displayName, email, avatarUrl } = useSession();
  const isFull = user.adminRole === 'administrator';
  const address = email ?? emailPlaceholder(user.username);
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <PersonAvatar name={displayName} url={avatarUrl} size={32} />
      <Stack gap="3xs" miw={0}>
        <Group gap="2xs" wrap="nowrap">
          <Text fw={600} size="sm" className={classes.name} title={displayName}>
            {displayName}
          </Text>
          {user.role === 'admin' && (
            <Badge size="sm" variant="light" tt="none" className={classes.badge}>
              {isFull ? t('Admin') : adminRoleLabels(t)[user.adminRole ?? 'administrator']}
            </Badge>
          )}
        </Group>
        <Text c="dimmed" size="xs" className={classes.email} title={address}>
          {address}
        </Text>
      </Stack>
    </Group>
  );
}

function Entry({ entry, pending }: { entry: NavigationEntry; pending?: number }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const pathname = useLocation({ select: (location) => location.pathname });
  const { icon: Icon, label, to } = entry;
  const place = placeOf(entry, pathname);
  return (
    <Link
      to={to}
      className={classes.entry}
      // Exact match: a prefix match would also mark a parent entry as current.
      activeOptions={{ exact: true }}
      data-current={place}
      aria-current={place === 'part' ? 'true' : place}
    >
      <Icon size={20} aria-hidden />
      <span className={classes.label}>{label}</span>
      {pending !== undefined && pending > 0 && (
        <Badge size="sm" color={STATES.pending.tone} variant="light" className={classes.count}>
          <span aria-hidden>{number(pending)}</span>
          <VisuallyHidden>{t('{{count}} pending', { count: pending })}</VisuallyHidden>
        </Badge>
      )}
    </Link>
  );
}
