import { LANGUAGES } from '#contract/rules.ts';
import { expect } from '../support/test.ts';
import { type Row, type Scene, seen, tested } from './rows.ts';
import type { UserScene } from './user-scenes.ts';

/** Checks that someone is at an address. */
function isAt(path: string | RegExp): Scene {
  return ({ page }) => expect(page).toHaveURL(path);
}

/** Checks that the main navigation's entries are these, in this order. */
function hasEntries(entries: readonly (readonly [name: string, address: string])[]): Scene {
  return async ({ page }) => {
    const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
    await expect(links).toHaveText(entries.map(([name]) => name));
    const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(addresses).toEqual(entries.map(([, address]) => address));
  };
}

/** Section 2: entry and access, routes, and what is around every screen. */
export const userEntryRows: Row<UserScene>[] = [
  {
    section: 2,
    statement: '/ redirects by itself: nobody signed in goes to /login',
    proof: seen('entry', isAt('/login')),
  },
  {
    section: 2,
    statement: "/ shows 'Loading...' while it finds out where to go",
    proof: seen('newcomer, home being found'),
  },
  {
    section: 2,
    statement: "/login: title 'Login to the product wallet', submit button 'Login'",
    proof: seen('login', async ({ page }) => {
      await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
      await expect(page).toHaveTitle('Login · the product wallet');
    }),
  },
  {
    section: 2,
    statement: 'Login: a language selector with the six languages',
    proof: seen('login', async ({ page }) => {
      const languages = page.getByRole('combobox', { name: 'Select language' });
      await expect(languages.getByRole('option')).toHaveCount(LANGUAGES.length);
    }),
  },
  {
    section: 2,
    statement: "Login: fields 'Username' and 'Password', both required",
    proof: seen('login', async ({ page }) => {
      await expect(page.getByRole('textbox', { name: 'Username' })).toHaveAttribute('required');
      await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('required');
    }),
  },
  {
    section: 2,
    statement: 'Login: the password can be shown and hidden',
    proof: tested('e2e/sessions.spec.ts', 'a sign-in that fails says the same whatever was wrong'),
  },
  {
    section: 2,
    statement: "Login: the button reads 'Logging in...' while working",
    proof: seen('login under way'),
  },
  {
    section: 2,
    statement: 'After signing in an administrator goes to /admin',
    proof: seen('administrator, dashboard', isAt('/admin')),
  },
  {
    section: 2,
    statement: 'After signing in anyone else goes to /user, or back to the page that was asked for',
    proof: tested('e2e/sessions.spec.ts', 'signing in leads back to the page that was asked for'),
  },
  {
    section: 2,
    statement: "Any unknown path: '404', 'Oops! Page not found', 'Return to Home' leading to /",
    proof: seen('unknown path', async ({ page }) => {
      const home = page.getByRole('link', { name: 'Return to Home' });
      await expect(home).toHaveAttribute('href', '/');
    }),
  },
  {
    section: 2,
    statement: "Loading screen: 'Validating authentication...'",
    proof: seen('newcomer, session being validated'),
  },
  {
    section: 2,
    statement: 'User routes need a session; without one they lead to /login',
    proof: tested('e2e/sessions.spec.ts', 'signing in leads back to the page that was asked for'),
  },
  {
    section: 2,
    statement: 'Who is no administrator is sent from admin routes to /user',
    proof: tested('e2e/sessions.spec.ts', 'an unknown path, and the admin area to anyone else'),
  },
  {
    section: 2,
    statement:
      'The top bar: product name leading to /, bell, avatar menu and a globe for the language',
    proof: seen('dashboard', async ({ page }) => {
      const bar = page.getByRole('banner');
      await expect(bar.getByRole('link', { name: 'the product wallet' })).toHaveAttribute(
        'href',
        '/',
      );
      await expect(bar.getByRole('button', { name: /^Notifications/ })).toBeVisible();
      await expect(bar.getByRole('button', { name: 'Account menu' })).toBeVisible();
      await expect(bar.getByRole('button', { name: 'Select language' })).toBeVisible();
    }),
  },
  {
    section: 2,
    statement: 'The install button is there only when installation is possible',
    proof: tested(
      'e2e/installation.spec.ts',
      'installing: offered, put off, accepted and turned down',
    ),
  },
  {
    section: 2,
    statement: 'The sidebar is 64 units (16 rem) wide and always there on a large screen',
    proof: seen('dashboard', async ({ page }) => {
      const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
      await expect(sidebar).toBeVisible();
      const width = await page
        .locator('.mantine-AppShell-navbar')
        .evaluate((element) => element.getBoundingClientRect().width);
      expect(width).toBe(256);
    }),
  },
  {
    section: 2,
    statement: 'On a phone the sidebar is an overlay that slides in',
    proof: tested('e2e/phone.spec.ts', 'a deposit on a phone, decided on a phone'),
  },
  {
    section: 2,
    statement:
      "Menu of users: 'Dashboard', 'Deposit', 'Withdraw', 'Passbook', 'Profile' and where each leads",
    proof: seen(
      'dashboard',
      hasEntries([
        ['Dashboard', '/user'],
        ['Deposit', '/user/deposit'],
        ['Withdraw', '/user/withdraw'],
        ['Passbook', '/user/transactions'],
        ['Profile', '/user/profile'],
      ]),
    ),
  },
  {
    section: 2,
    statement: 'The current entry of the menu is highlighted',
    proof: seen('dashboard', async ({ page }) => {
      const current = page.getByRole('link', { name: 'Dashboard' });
      await expect(current).toHaveAttribute('aria-current', 'page');
    }),
  },
  {
    section: 2,
    statement: "The sidebar has a 'Logout' button",
    proof: seen('dashboard'),
  },
  {
    section: 2,
    statement: "Administrators have an 'Admin' badge in the sidebar",
    proof: seen('administrator, home of users'),
  },
  {
    section: 2,
    statement:
      "The avatar menu of users: 'User' with a fixed e-mail, 'Edit Profile', 'Contact Us', 'Logout'",
    proof: seen('avatar menu', async ({ page }) => {
      await expect(page.getByText('user@example.com')).toBeVisible();
      const leadsTo = (name: string, href: string) =>
        expect(page.getByRole('menuitem', { name })).toHaveAttribute('href', href);
      await leadsTo('Edit Profile', '/user/profile');
      await leadsTo('Contact Us', '/user/support');
    }),
  },
  {
    section: 2,
    statement: 'Logout clears the session and replaces the address by /login, in every tab',
    proof: tested('e2e/sessions.spec.ts', 'logging out in one tab logs out the others'),
  },
  {
    section: 2,
    statement:
      "Empty notification panel: 'Notifications', 'No notifications yet', 'Your notifications will appear here'",
    proof: seen('newcomer, notification panel', async ({ page }) => {
      const panel = page.getByRole('dialog', { name: 'Notifications' });
      await expect(panel.getByRole('button', { name: 'Read' })).toHaveCount(0);
      await expect(panel.getByRole('button', { name: 'Clear' })).toHaveCount(0);
    }),
  },
  {
    section: 2,
    statement: "The panel has 'Read' and 'Clear', and a button to close it",
    proof: seen('notification panel', async ({ page }) => {
      const panel = page.getByRole('dialog', { name: 'Notifications' });
      for (const name of ['Read', 'Clear', 'Close']) {
        await expect(panel.getByRole('button', { name, exact: true })).toBeVisible();
      }
    }),
  },
  {
    section: 2,
    statement: 'On a desktop the panel stands on the right, 80% of the window high and 24 rem wide',
    proof: seen('notification panel', async ({ page }) => {
      const panel = page.getByRole('dialog', { name: 'Notifications' });
      const window = page.viewportSize() ?? { width: 0, height: 0 };
      const box = await panel.boundingBox();
      expect(box?.height).toBeCloseTo(window.height * 0.8, -1);
      expect(box?.width).toBe(384);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(window.width - 32);
    }),
  },
  {
    section: 2,
    statement:
      "A card of type error has a 'Rejected' tag and a 'Rejection Reason:' box with the reason",
    proof: seen('notification panel', async ({ page }) => {
      const rejection = page.getByRole('article').filter({ hasText: 'Rejection Reason:' });
      await expect(rejection).toContainText('Name differs');
    }),
  },
  {
    section: 2,
    statement: 'A reason that is not in the data is read from the message after its label',
    proof: tested(
      'web/features/notifications/rejection-reason.test.ts',
      'falls back to the text after Reason:, over several lines',
    ),
  },
  {
    section: 2,
    statement: "Installing: 'App Installing!' when accepted, 'Maybe Later' when dismissed",
    proof: tested(
      'e2e/installation.spec.ts',
      'installing: offered, put off, accepted and turned down',
    ),
  },
  {
    section: 2,
    statement: "The install card is put off with 'Install Later'",
    proof: tested(
      'e2e/installation.spec.ts',
      'installing: offered, put off, accepted and turned down',
    ),
  },
  {
    section: 2,
    statement: '/ leads a signed-in administrator to /admin and anyone else to /user',
    proof: tested('e2e/addresses.spec.ts', 'the entry leads each to their place'),
  },
  {
    section: 2,
    statement: "An uncaught error: 'Something went wrong' with 'Try again'",
    proof: tested('e2e/failures.spec.ts', 'what no screen caught, and the way back'),
  },
  {
    section: 2,
    statement: "'Authentication Error' shows the reason and a 'Return to Login' button",
    proof: tested('e2e/failures.spec.ts', 'a session that could not be validated'),
  },
  {
    section: 2,
    statement: 'Every user route is reachable with and without the /user prefix',
    proof: tested(
      'e2e/addresses.spec.ts',
      'every address of the user side, with and without /user',
    ),
  },
];
