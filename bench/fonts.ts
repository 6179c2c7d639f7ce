import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, devices } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import { signIn } from './first-data.ts';
import { type Figures, report } from './report.ts';
import { DEMO, openBenchWorld, startServer } from './world.ts';

const SCRIPTS = ['Devanagari', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'];

/** The full font files of each script, or subsets and the device's fonts. */
type Styles = 'full' | 'product';

/**
 * Measures the bytes of fonts on a first visit in English: with ₹ and a Devanagari name, and after the language menu
 * was opened. If DEVICE_FONTS is a folder with fonts, such as Debian's fonts-lohit-deva, the browser has these too.
 */
export async function benchFonts(): Promise<void> {
  const world = await openBenchWorld();
  try {
    await world.createDatabase('fonts');
    const { db } = await world.open('fonts');
    await db.query(
      `INSERT INTO user_profiles (user_id, first_name, last_name, updated_at)
       SELECT id, 'आशा', 'शर्मा', now() FROM users WHERE username = 'demo'`,
    );
    await db.close();
    const server = await startServer(world.urlOf('fonts'));
    try {
      await report('fonts', 'fonts on a first visit in English, KB', await compare(server.baseUrl));
    } finally {
      await server.stop();
    }
  } finally {
    await world.close();
  }
}

async function compare(baseURL: string): Promise<Figures> {
  const { DEVICE_FONTS } = process.env;
  const figures: Figures = {};
  const add = async (name: string, styles: Styles, fonts?: string) => {
    const { visited, menu } = await withFonts(fonts, (browser) => visit(browser, baseURL, styles));
    figures[`${name}: ₹ and a Devanagari name`] = visited / 1024;
    figures[`${name}: language menu`] = (menu - visited) / 1024;
  };
  await add('full fonts', 'full');
  await add('subsets, device without Indian fonts', 'product');
  if (DEVICE_FONTS) await add('subsets, device with fonts', 'product', DEVICE_FONTS);
  return figures;
}

/** Runs a browser on a device that has the fonts of a folder, besides those of this machine. */
async function withFonts<Result>(
  folder: string | undefined,
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const settings = await mkdtemp(path.join(tmpdir(), 'wallet-bench-fonts-'));
  const file = path.join(settings, 'fonts.conf');
  const extra = folder ? `<dir>${path.resolve(folder)}</dir>` : '';
  await writeFile(
    file,
    `<fontconfig><include>/etc/fonts/fonts.conf</include>${extra}<cachedir>${settings}</cachedir></fontconfig>`,
  );
  const env = { ...process.env, FONTCONFIG_FILE: file };
  const browser = await chromium.launch({ executablePath: findChromium(), env });
  try {
    return await work(browser);
  } finally {
    await browser.close();
    await rm(settings, { recursive: true, force: true });
  }
}

/** Returns the bytes of fonts after the first visit, and after the language menu was opened too. */
async function visit(
  browser: Browser,
  baseURL: string,
  styles: Styles,
): Promise<{ visited: number; menu: number }> {
  const phone = { ...devices['Pixel 7'], baseURL, serviceWorkers: 'block' } as const;
  const storageState = await signIn(await browser.newContext(phone), DEMO);
  const context = await browser.newContext({ ...phone, storageState });
  if (styles === 'full') await serveFullFonts(context);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  let bytes = 0;
  const fonts = new Set<string>();
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Font') fonts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (fonts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto('/user');
  await page.getByRole('heading', { name: /आशा/ }).waitFor();
  await page.getByText(/₹\d/).first().waitFor();
  const settled = () =>
    page.evaluate(async () => {
      await new Promise((resolve) => requestIdleCallback(resolve));
      await document.fonts.ready;
    });
  await settled();
  const visited = bytes;
  await page.getByRole('button', { name: 'Select language' }).click();
  await page.getByRole('menuitemradio', { name: 'தமிழ்' }).waitFor();
  await settled();
  return { visited, menu: bytes };
}

/** Removes the product's own font rules, so that each script uses its full font. */
async function serveFullFonts(context: BrowserContext): Promise<void> {
  await context.route('**/assets/*.css', async (route) => {
    const response = await route.fetch();
    const all = SCRIPTS.map((script) => `"Noto Sans ${script} Variable"`).join(',');
    const body = (await response.text())
      .replaceAll(/@font-face\{[^}]*(?:Device \w|Language Names|\/rupee-)[^}]*\}/g, '')
      .replaceAll(/"Device (\w+)"/g, '"Noto Sans $1 Variable"')
      .replaceAll('"Language Names"', all);
    await route.fulfill({ response, body });
  });
}
