import os from 'node:os';
import type { Locator, Page } from '@playwright/test';
import { requestAlike, signInToApi } from '../e2e/support/api.ts';
import type { Person } from '../e2e/support/person.ts';
import { SCREENS, type Screen, settled } from '../e2e/support/screens.ts';
import { type Look, type Showcase, withShowcase } from '../e2e/support/showcase.ts';
import { ACCOUNTS } from '../e2e/support/wallet.ts';
import {
  type Control,
  LAYERS,
  listControls,
  observeInteractions,
  SHORTEST_MS,
  takeInteraction,
} from './controls.ts';
import { longestInteractionMs, TRACED } from './processor-time.ts';
import { type Figures, report } from './report.ts';
import { quantile } from './statistics.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 2);
const CPU_SLOWDOWN = 4;
/** For a busy machine: measures the processor time on a normal CPU, and multiplies it. */
const IS_PROCESSOR_TIME = process.env.PROCESSOR_TIME === '1';
const RENDERED_MS = 1_000;
const TARGET_MS = 200;
/** With those of the demo data below the limit of 50 for one person. */
const PENDING = 44;
/** Users have phones, administrators desktops. */
const LOOKS: Record<keyof typeof SCREENS, Look> = {
  demo: { viewport: { width: 390, height: 844 } },
  admin: { viewport: { width: 1280, height: 800 } },
};

/** The durations of a screen's interactions in milliseconds, by control. */
type Durations = Map<string, number[]>;

/**
 * Clicks and types into every control of every screen on a CPU that is four times slower, and measures the time until
 * the next paint (Event Timing). With `PROCESSOR_TIME=1` it is the processor time of the page until then. With words, only on the screens whose address contains one of them.
 */
export async function benchInteractions(words: string[]): Promise<void> {
  const isWanted = (path: string) =>
    words.length === 0 || words.some((word) => path.includes(word));
  const screens = new Map<string, Durations>();
  await withShowcase(async (showcase) => {
    const amounts = Array.from({ length: PENDING }, (_, at) => String(100 + at));
    await requestAlike(showcase.wallet, amounts);
    const { userId } = await signInToApi(showcase.wallet, ACCOUNTS.demo);
    for (const who of ['demo', 'admin'] as const) {
      const person = await openSlowly(showcase, who);
      let scope = 'body';
      for (const screen of SCREENS[who]) {
        const path = screen.path.replace('{asha}', userId);
        if (!isWanted(screen.path)) continue;
        screens.set(screen.path, await measureScreen(person, { ...screen, path }, scope));
        // The bars around the page are the same on the other screens.
        scope = 'main';
      }
      await person.page.context().close();
    }
  });
  await reportDurations(screens);
}

async function openSlowly({ open }: Showcase, who: keyof typeof SCREENS): Promise<Person> {
  const person = await open(LOOKS[who], who);
  const { page } = person;
  // Also after a reload.
  await page.addInitScript(observeInteractions);
  await page.reload();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', {
    rate: IS_PROCESSOR_TIME ? 1 : CPU_SLOWDOWN,
  });
  return person;
}

/** The heading may end in the name of the user, which is another than in the tests. */
async function openScreen(person: Person, screen: Screen): Promise<void> {
  const { page } = person;
  await page.goto(screen.path);
  const heading = new RegExp(`^${screen.heading.replace(/\{.*/, '')}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  if (screen.tab) await page.getByRole('tab', { name: screen.tab, selected: true }).waitFor();
  await settled(page);
  // Rows are rendered with their data.
  await page.waitForTimeout(RENDERED_MS);
  await settled(page);
}

async function measureScreen(person: Person, screen: Screen, scope: string): Promise<Durations> {
  const { page } = person;
  const times: Durations = new Map();
  await openScreen(person, screen);
  for (const control of await listControls(page, scope)) {
    for (let round = 0; round < ROUNDS; round += 1) {
      await measureControl(page, control, times);
      await restore(person, screen);
    }
  }
  printScreen(screen.path, times);
  return times;
}

function printScreen(path: string, times: Durations): void {
  const all = [...times.values()].flat();
  const { p50, p95, max } = summarize(all);
  const [slowest] = slowestOf(times);
  console.log(
    `  ${path}: ${all.length} interactions, p50 ${p50} ms, p95 ${p95} ms, max ${max} ms; slowest: ${slowest?.name} (${slowest?.ms} ms)`,
  );
}

function summarize(durations: number[]): { p50: number; p95: number; max: number } {
  const sorted = durations.toSorted((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), max: sorted.at(-1) ?? 0 };
}

/**
 * Returns the controls with the shortest of their rounds in milliseconds, the slowest first. The longest round also
 * measures the other programs of the machine.
 */
function slowestOf(times: Durations): { name: string; ms: number }[] {
  return [...times]
    .map(([name, rounds]) => ({ name, ms: Math.min(...rounds) }))
    .toSorted((a, b) => b.ms - a.ms);
}

/** Clicks a control or types into it; then types into the fields of the layer that it opened, and closes the layer. */
async function measureControl(page: Page, control: Control, times: Durations): Promise<void> {
  const target = page.locator(control.selector).nth(control.at);
  if (!(await target.isVisible()) || !(await target.isEnabled())) return;
  const isReached = await measure(page, times, control.name, () => use(page, target, control));
  const layer = openLayers(page).last();
  if (!isReached || !(await layer.isVisible())) return;
  const fields = layer.locator('input:not([type=hidden], [type=file]), textarea');
  const count = Math.min(await fields.count(), 6);
  for (let at = 0; at < count; at += 1) {
    const field = fields.nth(at);
    if (!(await field.isVisible()) || !(await field.isEnabled())) continue;
    await measure(page, times, `${control.name}, field ${at + 1}`, async () => {
      await field.click({ timeout: 3_000 });
      await page.keyboard.type('1');
    });
  }
  await measure(page, times, `${control.name}, closed`, () => page.keyboard.press('Escape'));
}

async function measure(
  page: Page,
  times: Durations,
  name: string,
  act: () => Promise<void>,
): Promise<boolean> {
  const stop = await startMeasuring(page);
  // A person cannot click a control under another layer either.
  const isReached = await act().then(
    () => true,
    () => false,
  );
  const ms = await stop();
  if (isReached) times.set(name, [...(times.get(name) ?? []), ms]);
  return isReached;
}

/** Returns a function that returns the milliseconds of the longest interaction since. */
async function startMeasuring(page: Page): Promise<() => Promise<number>> {
  await takeInteraction(page);
  const browser = page.context().browser();
  if (!IS_PROCESSOR_TIME || !browser) return () => takeInteraction(page);
  await browser.startTracing(page, { categories: TRACED });
  return async () => {
    await takeInteraction(page);
    const ms = longestInteractionMs(await browser.stopTracing());
    return Math.max(SHORTEST_MS, Math.round(ms * CPU_SLOWDOWN));
  };
}

async function use(page: Page, target: Locator, { kind }: Control): Promise<void> {
  await target.click({ timeout: 3_000 });
  if (kind === 'text') await page.keyboard.type('a');
}

const openLayers = (page: Page) => page.locator(LAYERS).filter({ visible: true });

/** Closes the layers that are open, and returns to the screen. */
async function restore(person: Person, screen: Screen): Promise<void> {
  const { page } = person;
  for (let tries = 0; tries < 3 && (await openLayers(page).count()) > 0; tries += 1) {
    await page.keyboard.press('Escape');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  }
  const { pathname, search } = new URL(page.url());
  if (pathname + search !== screen.path) await openScreen(person, screen);
}

async function reportDurations(screens: Map<string, Durations>): Promise<void> {
  const figures: Figures = {};
  const add = (name: string, times: number[]) => {
    const { p50, p95, max } = summarize(times);
    figures[`${name}: p50, ms`] = p50;
    figures[`${name}: p95, ms`] = p95;
    figures[`${name}: max, ms`] = max;
  };
  for (const [screen, controls] of screens) {
    const [slowest] = slowestOf(controls);
    if (!slowest) continue;
    add(screen, [...controls.values()].flat());
    figures[`${screen}: slowest, ${slowest.name}, ms`] = slowest.ms;
  }
  const every = [...screens.values()].flatMap((controls) => [...controls.values()].flat());
  add('all screens', every);
  figures['all screens: interactions'] = every.length;
  figures['all screens: above the limit'] = every.filter((ms) => ms > TARGET_MS).length;
  figures['limit of the p95, ms'] = TARGET_MS;
  figures['load of the machine'] = os.loadavg()[0] ?? 0;
  const what = IS_PROCESSOR_TIME ? 'processor time' : 'time';
  const title = `a control is used, CPU ${CPU_SLOWDOWN} times slower, ${what}`;
  await report('interactions', title, figures);
}
