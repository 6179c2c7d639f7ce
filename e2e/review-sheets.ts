import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { LANGUAGES, type Language } from '#contract/rules.ts';
import { signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { type SheetPart, sheetOf, textsIn } from './support/review-sheet.ts';
import { lookAround, SCREENS } from './support/screens.ts';
import { type Showcase, withShowcase } from './support/showcase.ts';
import { ACCOUNTS } from './support/wallet.ts';

const projectDir = path.resolve(import.meta.dirname, '..');
const folder = path.join(projectDir, 'review-sheets');
const PHONE = { ...DEVICES.phone, isMobile: false };

/** `npm run review-sheets -- ta` makes only the sheet of that language. */
const words = process.argv.slice(2);
const languages = LANGUAGES.filter(
  (language) => language !== 'en' && (words.length === 0 || words.includes(language)),
);

await withShowcase(async (showcase) => {
  const { api } = await signInToApi(showcase.wallet, ACCOUNTS.admin);
  const [asha] = (await api.users.list({ search: 'asha' })).rows;
  for (const language of languages) await review(showcase, language, asha?.id ?? '');
});
console.log(`The review sheets are in ${folder}`);

/** Walks every screen in a language, and writes its sheet: the texts beside the screens on which they stand. */
async function review(showcase: Showcase, language: Language, ashaId: string): Promise<void> {
  const pictures = path.join(folder, language);
  await rm(pictures, { recursive: true, force: true });
  await mkdir(pictures, { recursive: true });
  const parts: SheetPart[] = [];
  for (const [who, screens] of Object.entries(SCREENS)) {
    const person = await showcase.open({ ...PHONE, language }, who);
    const look = async (part: Locator, name: string) => {
      const picture = `${language}/${parts.length}.png`;
      await person.page.screenshot({ path: path.join(folder, picture), fullPage: true });
      parts.push({ name, picture, texts: await part.evaluate(textsIn) });
    };
    for (const { path: address, ...rest } of screens)
      await lookAround(person, { ...rest, path: address.replace('{asha}', ashaId) }, look);
    await person.page.context().close();
  }
  const catalogue = await readCatalogue(language);
  const sheet = sheetOf({ language, catalogue, english: await readCatalogue('en'), parts });
  await writeFile(path.join(folder, `${language}.html`), sheet);
}

async function readCatalogue(language: Language): Promise<Record<string, string>> {
  const file = path.join(projectDir, 'web', 'locales', `${language}.json`);
  // The file is ours, and the catalogue check holds its shape.
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
}
