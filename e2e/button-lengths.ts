import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { LANGUAGES } from '#contract/shared/enums.ts';
import { type ButtonLengths, entriesFor, lengthOf } from '../scripts/catalogues/faults.ts';
import { readCatalogue, readSource } from '../scripts/catalogues/source.ts';
import { withShowcase } from './support/showcase.ts';

/** Measures how much text each button fits on the narrowest phone, for the catalogue check. */
const file = path.resolve(import.meta.dirname, '../scripts/catalogues/button-lengths.json');
const NARROWEST = { width: 360, height: 740 };
/** Values for placeholders, of typical width. */
const SAMPLES: Record<string, string> = { number: '1,234', count: '50', user: 'asha' };
const AMOUNT = '₹12,345.00';

await withShowcase(
  async ({ open }) => {
    const lengths: ButtonLengths = {};
    const { buttons, ...texts } = readSource();
    for (const language of LANGUAGES) {
      const { page } = await open({ viewport: NARROWEST, language }, 'nobody');
      await page.goto('/login');
      const catalogue = readCatalogue(language);
      const entries = [...entriesFor(language, texts)].filter(([, key]) => buttons.has(key));
      const measured = await measure(
        page,
        entries.map(([entry, key]) =>
          (catalogue[entry] || key).replace(/\{\{(\w+)\}\}/g, (_, name) => SAMPLES[name] ?? AMOUNT),
        ),
      );
      lengths[language] = Object.fromEntries(
        entries.map(([entry, key], at) => [
          entry,
          Math.floor(lengthOf(catalogue[entry] || key) * (measured[at] ?? 0)),
        ]),
      );
      await page.context().close();
    }
    const lines = Object.entries(lengths).map(
      ([language, texts]) => `${JSON.stringify(language)}: ${JSON.stringify(texts)}`,
    );
    await writeFile(file, `{\n${lines.join(',\n')}\n}\n`);
  },
  { isFilled: false },
);

/** How often each text would fit into a button as wide as a dialog on this phone, in the button font. */
async function measure(page: Page, texts: string[]): Promise<number[]> {
  const button = page.locator('button[type=submit]');
  await button.waitFor();
  return button.evaluate(async (element, all) => {
    const DIALOG_PADDING = 16;
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    const paddings = [paddingLeft, paddingRight].map(Number.parseFloat);
    const room = paddings.reduce(
      (left, padding) => left - padding,
      innerWidth - 2 * DIALOG_PADDING,
    );
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('The browser has no canvas.');
    context.font = getComputedStyle(element.querySelector('span span') ?? element).font;
    await document.fonts.load(context.font, all.join(''));
    return all.map((text) => room / context.measureText(text).width);
  }, texts);
}
