import type { Page, ViewportSize } from '@playwright/test';
import type { Language } from '#contract/shared/enums.ts';
import { readStart, START } from '../server/testing/clock.ts';
import { addIndependentAdmin, signInToApi } from './support/api.ts';
import { seedDemoData } from './support/demo-data.ts';
import { DEVICES } from './support/devices.ts';
import { findCutTexts } from './support/fit.ts';
import { MAIL_FROM } from './support/mails.ts';
import { requestBalance } from './support/other-work.ts';
import { Person } from './support/person.ts';
import {
  ENTRY_SCREENS,
  LOGIN,
  lookAround,
  SCREENS,
  type Screen,
  visit,
} from './support/screens.ts';
import { findShifts, recordShifts } from './support/shifts.ts';
import { ALWAYS, MEASURED } from './support/short.ts';
import { expect, expectAccessibleInBoth, expectStill, test } from './support/test.ts';
import { findSmallTargets } from './support/touch.ts';
import { ACCOUNTS } from './support/wallet.ts';

/** The size of a phone, without zooming out for content that does not fit. */
const PHONE = { ...DEVICES.phone, isMobile: false };
/** The widths of phones in pixels. */
const WIDTHS = [PHONE.viewport.width, 360, 320];
/** What opens on a screen is measured at the narrowest ones. */
const OPENED_WIDTHS = WIDTHS.slice(1);
/** The width at which touch targets are measured. */
const TOUCHED_WIDTH = 360;

const LISTS =
  /deposits$|withdrawals$|transactions$|users$|sources$|banks$|site-urls$|audit$|webhooks$|settings\/api$/;
/** The widths of windows at which lists show all columns next to the sidebar. */
const LIST_WIDTHS = [800, 1024, DEVICES.desktop.viewport.width];

/** In these languages nothing is opened on the screens: they have the shortest texts on average. */
const SHORT: Language[] = ['hi', 'kn'];

/** In these languages, those with the longest words, lists are measured next to the sidebar. */
const LONG: Language[] = ['ta', 'ml'];

/**
 * The size at which a screen is loaded anew, to measure what moves meanwhile: those of users on a phone, also in the language with
 * the longest words, and those of administrators on a desktop.
 */
function sizeOfReload({ path }: Screen, language: Language): ViewportSize | undefined {
  const isOfUsers = !path.startsWith('/admin');
  if (language !== 'en' && !(language === 'ta' && isOfUsers)) return undefined;
  return isOfUsers ? PHONE.viewport : DEVICES.desktop.viewport;
}

/** The faults of a screen, and of all that opens on it. In English, Axe checks them too. */
async function lookOver(person: Person, screen: Screen, language: Language): Promise<string[]> {
  const { page } = person;
  const size = sizeOfReload(screen, language);
  if (size) await page.setViewportSize(size);
  await visit(person, screen, { isReloaded: size !== undefined });
  const found = size ? await findShifts(page) : [];
  if (LONG.includes(language) && LISTS.test(screen.path))
    found.push(...(await findHiddenColumns(page, language)));
  const shown = SHORT.includes(language) ? { ...screen, opens: [] } : screen;
  await lookAround(person, shown, async (part, name) => {
    const isScreen = name === screen.path;
    for (const width of fromCurrent(page, isScreen ? WIDTHS : OPENED_WIDTHS)) {
      if (page.viewportSize()?.width !== width)
        await page.setViewportSize({ ...PHONE.viewport, width });
      const faults = await findLasting(page, () => findCutTexts(part));
      if (language === 'en' && width === TOUCHED_WIDTH)
        faults.push(...(await findSmallTargets(part, targetOf(screen))));
      found.push(...faults.map((fault) => `${name}, ${width} px: ${fault}`));
    }
    if (language === 'en') await expectAccessibleInBoth(isScreen ? page : part, name);
  });
  return found;
}

/** Begins with the current width, because each change of it lays out the whole page. */
function fromCurrent(page: Page, widths: number[]): number[] {
  return page.viewportSize()?.width === widths.at(-1) ? widths.toReversed() : widths;
}

/**
 * Users tap with a finger; the denser screens of administrators have lower controls on a phone. References in their
 * rows are links of the height of the text: a button of the same row leads there too.
 */
function targetOf({ path }: Screen) {
  return path.startsWith('/admin')
    ? { width: 24, height: 32, except: 'p *, main li a' }
    : undefined;
}

/** Lists whose place hides some of their columns. In Tamil, Axe checks the list next to the sidebar too. */
async function findHiddenColumns(page: Page, language: Language): Promise<string[]> {
  const found: string[] = [];
  for (const width of LIST_WIDTHS) {
    await page.setViewportSize({ ...DEVICES.desktop.viewport, width });
    const tables = page.locator('main table');
    await waitForFrames(page, 1);
    const faults = await findLasting(page, () => tables.evaluateAll(findOverflow));
    found.push(...faults.map((fault) => `${width} px: ${fault}`));
  }
  if (language === 'ta') await expectAccessibleInBoth(page, page.url());
  return found;
}

/** Measures again if there are faults: some lists follow a new width a few frames later. */
async function findLasting(page: Page, measure: () => Promise<string[]>): Promise<string[]> {
  const faults = await measure();
  if (faults.length === 0) return [];
  await waitForFrames(page, 10);
  await expectStill(page);
  return measure();
}

function waitForFrames(page: Page, count: number): Promise<void> {
  return page.evaluate(async (left) => {
    for (let at = 0; at < left; at++) await new Promise(requestAnimationFrame);
  }, count);
}

/**
 * The evening of a year on which a date with its time has the greatest width in each language where widths differ:
 * the width of "Sept" or "ஜூலை" decides.
 */
const WIDEST_EVENINGS: Record<string, Language[]> = {
  '03-22T22:44': ['te', 'kn'],
  '07-22T22:44': ['ta'],
  '09-22T22:44': ['en', 'ml'],
  '10-22T22:44': ['hi'],
};

/** How much wider than today's date the widest of this year is, in pixels, in the page's font. */
function findWiderDate(page: Page, language: Language): Promise<number> {
  return page.evaluate(async (locale) => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return Number.NaN;
    pen.font = `14px ${getComputedStyle(document.body).fontFamily}`;
    const format = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
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
  languages.map((language) => ({
    language,
    now: new Date(readStart(now, START)).toISOString(),
  })),
);

for (const { now, language } of EVENINGS) {
  test.describe(() => {
    test.use({ now });
    test(`shows every text in full when dates are widest (${language})`, {
      tag: ['@section-5', ...(ALWAYS.includes(language) ? [] : ['@all'])],
    }, async ({ wallet, openBrowser }) => {
      // All screens of a language: in English up to three minutes with nothing else running.
      test.slow();
      await seedDemoData(wallet);
      await requestBalance(wallet, await addIndependentAdmin(wallet, 'chitra'), '20000');
      const { api } = await signInToApi(wallet, ACCOUNTS.admin);
      const [asha] = (await api.users.list({ search: 'asha' })).rows;
      for (const [who, screens] of Object.entries(SCREENS)) {
        const page = await openBrowser(PHONE);
        page.setDefaultTimeout(60_000);
        await recordShifts(page);
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

/** Runs in the browser: the pixels of tables that their place hides. */
function findOverflow(tables: Element[]): string[] {
  return tables
    .map((table) => table.closest('[role=region]') ?? table)
    .map((place) => place.scrollWidth - place.clientWidth)
    .filter((pixels) => pixels > 0)
    .map((pixels) => `the list is ${pixels} px wider than its place`);
}

for (const hasMail of [false, true]) {
  test.describe(() => {
    // Nothing listens there.
    if (hasMail) test.use({ environment: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM } });
    test(`shows every text of the pages without a session in full (${hasMail ? 'with' : 'without'} a mail server)`, async ({
      openBrowser,
    }) => {
      // A response of the sign-in provider that no sign-in began is refused.
      const page = await openBrowser({ ...PHONE, tolerate: [/loginWithProvider/] });
      const nowhere = { path: '/nowhere', heading: '404' };
      const screens = hasMail ? ENTRY_SCREENS : [...ENTRY_SCREENS.slice(0, 2), nowhere];
      await recordShifts(page);
      await page.goto('/login');
      for (const language of MEASURED) {
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
