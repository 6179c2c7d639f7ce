import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#contract/shared/enums.ts';
import { signInToApi } from './support/api.ts';
import { seedDemoData } from './support/demo-data.ts';
import { DEVICES } from './support/devices.ts';
import { findCutTexts } from './support/fit.ts';
import { MAIL_FROM } from './support/mails.ts';
import { Person } from './support/person.ts';
import {
  ENTRY_SCREENS,
  LOGIN,
  lookAround,
  SCREENS,
  type Screen,
  visit,
} from './support/screens.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

/** The width of a phone, without zooming out for content that does not fit. */
const PHONE = { ...DEVICES.phone, isMobile: false };

const LISTS =
  /deposits$|withdrawals$|transactions$|users$|sources$|banks$|site-urls$|audit$|webhooks$|settings\/api$/;

/** In these languages nothing is opened on the screens: they have the shortest texts on average. */
const SHORT: Language[] = ['hi', 'kn'];

/** Texts of the screen, and of everything that opens on it, that are cut off. In English, checks it with Axe too. */
async function lookOver(person: Person, screen: Screen, language: Language): Promise<string[]> {
  const { page } = person;
  const found: string[] = [];
  const shown = SHORT.includes(language) ? { ...screen, opens: [] } : screen;
  await lookAround(person, shown, async (part, name) => {
    const faults = await findCutTexts(part);
    found.push(...faults.map((fault) => `${name}: ${fault}`));
    if (language !== 'en') return;
    await expectNoSideScroll(page);
    await expectAccessible(name === screen.path ? page : part, name);
  });
  return found;
}

/**
 * An evening on which a date with its time has the greatest width of the year in each language where widths differ:
 * the width of "Sept" or "ஜூலை" decides.
 */
const WIDEST_EVENINGS: Record<string, Language[]> = {
  '2027-03-22T22:44:00+05:30': ['te', 'kn'],
  '2027-07-22T22:44:00+05:30': ['ta'],
  '2027-09-22T22:44:00+05:30': ['en', 'ml'],
  '2027-10-22T22:44:00+05:30': ['hi'],
};

/** How much wider than today's date the widest of this year is, in pixels, in the page's font. */
function findWiderDate(page: Page, language: Language): Promise<number> {
  return page.evaluate(async (locale) => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return Number.NaN;
    pen.font = `14px ${getComputedStyle(document.body).fontFamily}`;
    const format = new Intl.DateTimeFormat(locale, {
      ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
      timeZone: 'UTC',
    });
    const today = new Date();
    // The same format as web/lib/i18n/time.ts.
    const write = (day: Date | number) => {
      const parts = format.formatToParts(day);
      return ['day', 'month', 'year']
        .map((type) => parts.find((part) => part.type === type)?.value)
        .join(' ');
    };
    const widthOf = (day: Date) => pen.measureText(write(day)).width;
    const days = Array.from({ length: 365 }, (_, day) =>
      Date.UTC(today.getUTCFullYear(), 0, day + 1),
    );
    // Load the font first: otherwise the fallback would be measured.
    await document.fonts.load(pen.font, days.map(write).join(''));
    return Math.max(...days.map((day) => widthOf(new Date(day)))) - widthOf(today);
  }, `${language}-IN-u-nu-latn`);
}

const EVENINGS = Object.entries(WIDEST_EVENINGS).flatMap(([now, languages]) =>
  languages.map((language) => ({ now, language })),
);

for (const { now, language } of EVENINGS) {
  test.describe(() => {
    test.use({ now });
    test(`shows every text in full on a phone when dates are widest (${language})`, async ({
      wallet,
      openBrowser,
    }) => {
      await seedDemoData(wallet);
      const { api } = await signInToApi(wallet, ACCOUNTS.admin);
      const [asha] = (await api.users.list({ search: 'asha' })).rows;
      for (const [who, screens] of Object.entries(SCREENS)) {
        const page = await openBrowser(PHONE);
        page.setDefaultTimeout(60_000);
        const english = new Person(page);
        await (who === 'admin'
          ? english.signInByApi(ACCOUNTS.admin, '/admin')
          : english.signInByApi(ACCOUNTS.demo, '/user'));
        const person = await english.changeLanguage(language);
        expect(await findWiderDate(page, language), `a wider date in ${language}`).toBe(0);
        for (const { path, ...rest } of screens) {
          const screen = { ...rest, path: path.replace('{asha}', asha?.id ?? '') };
          expect.soft(await lookOver(person, screen, language), `${language} ${path}`).toEqual([]);
        }
      }
    });
  });
}

test('shows all columns of lists next to the sidebar, in the languages with the longest words', {
  tag: '@section-5',
}, async ({ wallet, openBrowser }) => {
  await seedDemoData(wallet);
  const page = await openBrowser();
  let person = new Person(page);
  await person.signInByApi(ACCOUNTS.admin, '/admin');
  const lists = SCREENS.admin.filter(({ path }) => LISTS.test(path));
  for (const language of ['ta', 'ml'] as const) {
    person = await person.changeLanguage(language);
    for (const screen of lists) {
      await visit(person, screen);
      for (const width of [800, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        // The lists follow their width in the next frame.
        await page.evaluate(() => new Promise(requestAnimationFrame));
        await expect
          .poll(() => page.locator('main table').evaluateAll(findOverflow), {
            message: `${language} ${screen.path} at ${width}`,
          })
          .toEqual([]);
      }
      if (language === 'ta') await expectAccessible(page, screen.path);
    }
  }
});

/** Runs in the browser: the pixels of tables that their place hides. */
function findOverflow(tables: Element[]): number[] {
  return tables
    .map((table) => table.closest('[role=region]') ?? table)
    .map((place) => place.scrollWidth - place.clientWidth)
    .filter((pixels) => pixels > 0);
}

for (const hasMail of [false, true]) {
  test.describe(() => {
    // Nothing listens there.
    if (hasMail) test.use({ environment: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM } });
    test(`shows every text of the pages without a session in full (${hasMail ? 'with' : 'without'} a mail server)`, async ({
      openBrowser,
    }) => {
      const page = await openBrowser(PHONE);
      const nowhere = { path: '/nowhere', heading: '404' };
      const screens = hasMail ? ENTRY_SCREENS : [...ENTRY_SCREENS.slice(0, 2), nowhere];
      await page.goto('/login');
      for (const language of LANGUAGES) {
        const person = new Person(page, { language });
        await page.getByRole('combobox').selectOption(language);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        for (const screen of screens) {
          const found = await lookOver(person, screen, language);
          expect.soft(found, `${language} ${screen.path}`).toEqual([]);
        }
        await visit(person, LOGIN);
      }
    });
  });
}
