import { AppShell, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#web/lib/session/session.ts';
import { DeleteConfirmation } from '#web/ui/dialog/confirm-delete.tsx';
import { useNavigation } from '#web/ui/page/use-navigation.ts';
import { ConnectionNotice } from '#web/ui/state/ConnectionNotice.tsx';
import { BESIDE_SIDEBAR, useWiderThan } from '#web/ui/use-wider-than.ts';
import { AdminCommands } from '../../commands/components/AdminCommands.tsx';
import { LiveConnection } from '../../events/components/LiveConnection.tsx';
import { InstallPromptCard } from '../../installations/components/InstallPromptCard.tsx';
import { NotificationToasts } from '../../notifications/components/NotificationToasts.tsx';
import { FailedLoginsNotice } from '../../open-sessions/components/FailedLoginsNotice.tsx';
import { useDeviceMessages } from '../../push-subscriptions/hooks/use-device-messages.ts';
import { usePersistSupportContact } from '../../settings/hooks/use-persist-support-contact.ts';
import { FrozenAccountNotice } from '../../users/components/FrozenAccountNotice.tsx';
import { RequiredPasswordChange } from '../../users/components/RequiredPasswordChange.tsx';
import { useEarlyScreens } from '../use-early-screens.ts';
import { AdminAlerts } from './AdminAlerts.tsx';
import classes from './AppLayout.module.css';
import { BottomBar } from './BottomBar.tsx';
import { ExposedAccounts } from './ExposedAccounts.tsx';
import { FactorDueNotice } from './FactorDueNotice.tsx';
import { PermittedPage } from './PermittedPage.tsx';
import { RequiredFactor } from './RequiredFactor.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';

const MAIN_ID = 'main';

/** Layout of every signed-in page. */
export function AppLayout({ children }: { children: ReactNode }) {
  return (
    <RequiredFactor>
      <Layout>{children}</Layout>
    </RequiredFactor>
  );
}

/** Top bar, sidebar, and background components. */
function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const isAdmin = useSession().user.role === 'admin';
  const [menuOpened, menu] = useDisclosure(false);
  const isWide = useWiderThan(BESIDE_SIDEBAR);
  const hasBottomBar = !isWide && !isAdmin;
  const { hasFrame, hasPage } = useDrawnParts();
  useFocusOnNavigation(MAIN_ID);
  useCloseOnNavigation(menu.close);

  return (
    <AppShell
      header={{ height: 'var(--wallet-header-height)' }}
      navbar={{ width: '16rem', breakpoint: 'sm', collapsed: { mobile: true } }}
      footer={{ height: 'var(--wallet-footer-height)', collapsed: !hasBottomBar }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a href={`#${MAIN_ID}`} className={classes.skip}>
        {t('Skip to main content')}
      </a>
      <AppShell.Header className={classes.screenOnly}>
        <TopBar menuOpened={menuOpened} onToggleMenu={menu.toggle} />
      </AppShell.Header>
      {isWide ? (
        <AppShell.Navbar className={`${classes.navbar} ${classes.screenOnly}`}>
          <Sidebar />
        </AppShell.Navbar>
      ) : (
        hasPage && (
          <Drawer
            opened={menuOpened}
            onClose={menu.close}
            size="16rem"
            withCloseButton={false}
            attributes={{ content: { 'aria-label': t('Menu') } }}
            classNames={{ body: classes.drawer, content: classes.drawerContent }}
          >
            <Sidebar onClose={menu.close} />
          </Drawer>
        )
      )}
      <AppShell.Main id={MAIN_ID} tabIndex={-1} className={classes.main}>
        <div className={classes.page}>
          <ConnectionNotice />
          <ExposedAccounts />
          <RequiredPasswordChange />
          <FactorDueNotice />
          <FrozenAccountNotice />
          {hasPage && <FailedLoginsNotice />}
          {hasFrame && <PermittedPage>{children}</PermittedPage>}
        </div>
      </AppShell.Main>
      {hasBottomBar && (
        <AppShell.Footer className={classes.screenOnly}>
          <BottomBar />
        </AppShell.Footer>
      )}
      {/* Mounted first, so that keyboard shortcuts work before the page has rendered. */}
      {isAdmin && <AdminCommands />}
      {hasPage && <Companions isAdmin={isAdmin} />}
    </AppShell>
  );
}

/**
 * Closes the menu after a navigation. Uses an event instead of router state, so that the layout does not re-render.
 */
function useCloseOnNavigation(close: () => void): void {
  const router = useRouter();
  useEffect(
    () => router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && close()),
    [router, close],
  );
}

/**
 * Renders layout, page and background components one after another, because a single render blocks slow phones.
 * Deferred values do not work here: if a page throws, React renders the layout without the page, treats that as a
 * recovery and retries.
 */
function useDrawnParts(): { hasFrame: boolean; hasPage: boolean } {
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn < 2) startTransition(() => setDrawn(drawn + 1));
  }, [drawn]);
  return { hasFrame: drawn > 0, hasPage: drawn > 1 };
}

/** Components without a visible place that run while a user is signed in. */
function Companions({ isAdmin }: { isAdmin: boolean }) {
  useEarlyScreens(useNavigation(isAdmin ? 'admin' : 'user').map(({ to }) => to));
  usePersistSupportContact();
  useDeviceMessages();
  return (
    <>
      <InstallPromptCard />
      <LiveConnection />
      <NotificationToasts />
      <DeleteConfirmation />
      {isAdmin && <AdminAlerts />}
    </>
  );
}

/** Moves the focus to the heading of the new page after a navigation, like a page load. */
function useFocusOnNavigation(mainId: string): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return;
        const main = document.getElementById(mainId);
        const heading = main?.querySelector<HTMLElement>('[data-page-title]');
        (heading ?? main)?.focus({ preventScroll: true });
      }),
    [router, mainId],
  );
}
