import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { LANGUAGES, type Language } from '#contract/shared/enums.ts';
import { type ErrorCode, errorTable } from '#contract/shared/errors.ts';
import { fail, refuse } from './support/answers.ts';
import { signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { explore } from './support/explore.ts';
import { addOtherWork } from './support/other-work.ts';
import type { Person } from './support/person.ts';
import { keyOf, type SheetPart, sheetOf, textsIn } from './support/review-sheet.ts';
import { lookAround, SCREENS, type Screen, visit } from './support/screens.ts';
import { type Showcase, withShowcase } from './support/showcase.ts';
import { expect } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const projectDir = path.resolve(import.meta.dirname, '..');
const folder = path.join(projectDir, 'review-sheets');
const PHONE = { ...DEVICES.phone, isMobile: false };

/** Every call for data, except the session, without which no screen is shown. */
const READS = /\/rpc\/(?!sessions\/)/;

/** Data of errors in addition to their text. */
const TOLD = {
  scope: 'requests:read',
  limit: 3,
  seconds: 30,
  megabytes: 50,
  min: 5,
  max: 60,
  decidedBy: 'admin',
  minimum: '₹10.00',
  maximum: '₹50,000.00',
  held: '₹7,500.00',
  available: '₹1,200.00',
  requested: '₹1,500.00',
};

type Look = (part: Locator, name: string) => Promise<void>;
type Walk = (person: Person, screens: Screen[], look: Look) => Promise<void>;

/** `npm run review-sheets -- ta` makes only the sheet of that language. */
const words = process.argv.slice(2);
const languages = LANGUAGES.filter(
  (language) => language !== 'en' && (words.length === 0 || words.includes(language)),
);
for (const language of languages) await review(language);
console.log(`The review sheets are in ${folder}`);

/** Visits every screen in a language and writes its sheet: texts next to the screens that show them. */
async function review(language: Language): Promise<void> {
  const pictures = path.join(folder, language);
  await rm(pictures, { recursive: true, force: true });
  await mkdir(pictures, { recursive: true });
  const catalogue = await readCatalogue(language);
  const parts: SheetPart[] = [];
  const take = (showcase: Showcase, walk: Walk) =>
    takePictures(showcase, { language, parts, walk });
  await withShowcase(async (showcase) => {
    await addOtherWork(showcase.wallet);
    await take(showcase, walkScreens);
    await take(showcase, walkLogin);
    await take(showcase, walkFailures);
    await take(showcase, walkRefusals);
    await take(showcase, exploreWith(catalogue));
  });
  await withShowcase((showcase) => take(showcase, exploreWith(catalogue)), { isFilled: false });
  const sheet = sheetOf({ language, catalogue, english: await readCatalogue('en'), parts });
  await writeFile(path.join(folder, `${language}.html`), sheet);
}

async function takePictures(
  showcase: Showcase,
  { language, parts, walk }: { language: Language; parts: SheetPart[]; walk: Walk },
): Promise<void> {
  const { api } = await signInToApi(showcase.wallet, ACCOUNTS.admin);
  const [someone] = (await api.users.list({ search: 'asha' })).rows;
  const known = new Set(parts.flatMap(({ texts }) => texts));
  for (const [who, screens] of Object.entries(SCREENS)) {
    const person = await showcase.open({ ...PHONE, language }, who);
    const look = async (part: Locator, name: string) => {
      const texts = await part.evaluate(textsIn);
      if (texts.every((text) => known.has(text))) return;
      for (const text of texts) known.add(text);
      const picture = `${language}/${parts.length}.png`;
      await person.page.screenshot({ path: path.join(folder, picture), fullPage: true });
      parts.push({ name, picture, texts });
    };
    const there = screens
      .filter(({ path: address }) => someone || !address.includes('{asha}'))
      .map((screen) => ({ ...screen, path: screen.path.replace('{asha}', someone?.id ?? '') }));
    await walk(person, there, look);
    await person.page.context().close();
  }
}

async function walkScreens(person: Person, screens: Screen[], look: Look): Promise<void> {
  for (const screen of screens) {
    await visit(person, screen);
    await lookAround(person, screen, look);
  }
}

/** The login page, and its messages for refused logins. */
async function walkLogin(person: Person, screens: Screen[], look: Look): Promise<void> {
  if (!screens.some(({ path: address }) => address === '/user')) return;
  const { page } = person;
  await page.context().clearCookies();
  await page.goto('/login');
  for (const [username, password] of [
    ['', ''],
    ['asha.rao', 'not-her-password'],
  ] as const) {
    await person.fillLogin(username, password);
    await expect(page.getByRole('alert')).not.toHaveCount(0);
    await look(page.locator('body'), `/login, as ${username || 'nobody'}`);
  }
}

/** Every screen with data that cannot be loaded. */
async function walkFailures(person: Person, screens: Screen[], look: Look): Promise<void> {
  await fail(person.page, READS);
  for (const screen of screens) {
    await person.page.goto(screen.path);
    await visit(person, screen).catch(() => undefined);
    await look(person.page.locator('body'), `${screen.path}, failed`);
  }
}

/** Returns each server error to one form, except those that end the session. */
async function walkRefusals(person: Person, screens: Screen[], look: Look): Promise<void> {
  const screen = screens.find(({ path: address }) => address === '/admin/banks');
  if (!screen) return;
  const { page, t } = person;
  await visit(person, screen);
  const codes = Object.keys(errorTable) as ErrorCode[];
  for (const code of codes.filter((each) => errorTable[each].status !== 401)) {
    await refuse(page, 'rpc/banks/create', code, TOLD);
    await person.fillIn({ [t('Bank name')]: 'UPI', [t('Bank code')]: 'UPI' }, t('Add Bank'));
    await expect(page.getByRole('alert')).not.toHaveCount(0);
    await look(page.locator('body'), `refused: ${code}`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await person.closeMessages();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
}

/** Controls to click, one of each text on a screen: 'Edit Fair' and 'Edit Shop' count once. */
function exploreWith(catalogue: Record<string, string>): Walk {
  return async (person, screens, look) => {
    for (const screen of screens) {
      const pressed = new Set<string>();
      const isNew = (name: string) => {
        const key = keyOf(catalogue, name);
        const isFirst = !pressed.has(key);
        pressed.add(key);
        return isFirst;
      };
      await explore(person, screen, { look, isNew });
    }
  };
}

async function readCatalogue(language: Language): Promise<Record<string, string>> {
  const file = path.join(projectDir, 'web', 'locales', `${language}.json`);
  // We write this file, and the catalogue check validates it.
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
}
