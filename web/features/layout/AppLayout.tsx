import { AppShell, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { ConnectionNotice } from '../../ui/ConnectionNotice.tsx';
import { BESIDE_SIDEBAR, useWiderThan } from '../../ui/use-wider-than.ts';
import { AdminCommands } from '../commands/AdminCommands.tsx';
import { InstallPromptCard } from '../installations/InstallPromptCard.tsx';
import { LiveConnection } from '../live/LiveConnection.tsx';
import { NotificationToasts } from '../notifications/NotificationToasts.tsx';
import { SupportMemory } from '../settings/SupportMemory.tsx';
import { AdminAlerts } from './AdminAlerts.tsx';
import classes from './AppLayout.module.css';
import { BottomBar } from './BottomBar.tsx';
import { ExposedAccounts } from './ExposedAccounts.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';
import { useEarlyScreens } from './use-early-screens.ts';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useNavigation } from './use-navigation.ts';

const MAIN_ID = 'main';

/** The frame of every signed-in screen: top bar, sidebar, and what must run while someone is signed in. */
export function AppLayout({ children }: { children: ReactNode }) {
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
      padding={{ base: 'md', sm: 'xl' }}
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
          {hasFrame && children}
        </div>
      </AppShell.Main>
      {hasBottomBar && (
        <AppShell.Footer className={classes.screenOnly}>
          <BottomBar />
        </AppShell.Footer>
      )}
      {/* Its keys are listened for before there is anything on screen to press them for. */}
      {isAdmin && <AdminCommands />}
      {hasPage && <Companions isAdmin={isAdmin} />}
    </AppShell>
  );
}

/** Closes the menu when it has led somewhere. Told of it, not asking where one is: the frame stays as it is. */
function useCloseOnNavigation(close: () => void): void {
  const router = useRouter();
  useEffect(
    () => router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && close()),
    [router, close],
  );
}

/**
 * Lets the frame, the page in it and what runs beside it be drawn one after another: all at once they would
 * hold a slow phone for long. Not by deferred values: of a page that fails, React would draw the frame without
 * it, take that for a recovery and begin again.
 */
function useDrawnParts(): { hasFrame: boolean; hasPage: boolean } {
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn < 2) startTransition(() => setDrawn(drawn + 1));
  }, [drawn]);
  return { hasFrame: drawn > 0, hasPage: drawn > 1 };
}

/** What runs beside every screen while someone is signed in. */
function Companions({ isAdmin }: { isAdmin: boolean }) {
  useEarlyScreens(useNavigation(isAdmin ? 'admin' : 'user').map(({ to }) => to));
  return (
    <>
      <InstallPromptCard />
      <LiveConnection />
      <NotificationToasts />
      <SupportMemory />
      {isAdmin && <AdminAlerts />}
    </>
  );
}
