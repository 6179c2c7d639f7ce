import type { Locator } from '@playwright/test';
import { fail } from './answers.ts';
import { buildReceipt } from './images.ts';
import type { Person } from './person.ts';
import { type Screen, settled, visit } from './screens.ts';

type Look = (part: Locator, name: string) => Promise<void>;

/** How long to wait for the effect of a click; many clicks have none. */
const PATIENCE_MS = 1500;
/** Input for fields, by their type. */
const TYPED: [RegExp, string][] = [
  [/url/i, 'https://offers.example'],
  [/mail/i, 'asha.rao@example.com'],
  [/tel/i, '+919812345678'],
  [/password/i, 'a-new-password'],
  [/decimal|numeric/i, '500'],
];

/**
 * Clicks every control of a screen once, and looks at the result: dialogs, and their reaction to an empty form, a
 * failing server, and a filled-in form. `isNew` returns whether a control's name was not clicked yet.
 */
export async function explore(
  person: Person,
  screen: Screen,
  { look, isNew }: { look: Look; isNew: (name: string) => boolean },
): Promise<void> {
  const { page, t } = person;
  await visit(person, screen);
  const names = await namesOf(pressable(page.getByRole('main')));
  for (const name of names.filter(isNew)) {
    await person.visit('/no/such/page');
    await visit(person, screen);
    const main = page.getByRole('main');
    const target = pressable(main, { name, exact: true }).first();
    if (!(await press(target))) continue;
    await look(page.locator('body'), `${screen.path}: ${name}`);
    const dialog = page.getByRole('dialog').last();
    const isForm = await dialog.isVisible();
    const form = isForm ? dialog : main;
    const submit = isForm ? form.getByRole('button').last() : target;
    const steps: [string, () => Promise<unknown>][] = [
      ['empty', async () => undefined],
      ['failed', async () => [await fillAll(form), await fail(page, /\/(?:rpc|files)\//)]],
      ['done', () => page.unrouteAll({ behavior: 'ignoreErrors' })],
    ];
    for (const [step, prepare] of steps) {
      await prepare();
      await person.closeMessages();
      if (await press(submit)) await look(page.locator('body'), `${screen.path}: ${name}, ${step}`);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.keyboard.press('Escape');
    const discard = page.getByRole('button', { name: t('Discard'), exact: true });
    if (await discard.isVisible()) await discard.click();
  }
}

function pressable(part: Locator, named: { name?: string; exact?: boolean } = {}): Locator {
  return part
    .getByRole('button', named)
    .or(part.getByRole('tab', named))
    .or(part.getByRole('switch', named));
}

function namesOf(controls: Locator): Promise<string[]> {
  return controls
    .filter({ visible: true })
    .evaluateAll((all) => [
      ...new Set(
        all.map(
          (control) => control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '',
        ),
      ),
    ]);
}

/** Clicks, and waits for a message, a dialog or a field's error. Returns whether the click was possible. */
async function press(target: Locator): Promise<boolean> {
  const page = target.page();
  const pressed = await target.click({ timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  );
  if (!pressed) return false;
  const answer = page.getByRole('alert').or(page.getByRole('dialog')).last();
  await answer.waitFor({ timeout: PATIENCE_MS }).catch(() => undefined);
  await settled(page);
  return true;
}

async function fillAll(form: Locator): Promise<void> {
  for (const input of await form.locator('input[type=file]').all())
    await input.setInputFiles(await buildReceipt(), { timeout: PATIENCE_MS }).catch(ignore);
  for (const input of await form.locator('input:visible, textarea:visible').all()) {
    const kind = await input.evaluate((field: HTMLInputElement) =>
      [field.type, field.inputMode, field.name].join(),
    );
    const text = TYPED.find(([pattern]) => pattern.test(kind))?.[1] ?? 'Asha Rao';
    await input.fill(text, { timeout: PATIENCE_MS }).catch(ignore);
  }
}

/** Skips fields that accept no input now. */
const ignore = () => undefined;
