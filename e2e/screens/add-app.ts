import { expect } from 'vitest';
import { totpCodeOf } from '#server/testing/authenticators.ts';
import type { TestApp } from '#server/testing/harness.ts';
import type { SpecChecker } from './spec-checker.ts';

/** Adds an authenticator app, and saves the recovery codes. */
export async function addApp(person: SpecChecker, server: TestApp): Promise<void> {
  await person.pressButton('Add an authenticator app');
  await person.dialog('Add an authenticator app');
  await person.find('img', 'QR code for the authenticator app');
  await person.isAccessible();
  await person.fillIn({ 'Code from the app': '12' }, 'Activate');
  await person.waitUntil('This code is not right. Enter the code that your app shows now.');
  const secret =
    document.querySelector('[role=dialog] code')?.textContent?.replaceAll(' ', '') ?? '';
  const code = totpCodeOf(secret, server.deps.clock.now());
  await person.fillIn({ 'Code from the app': code }, 'Activate');
  await person.dialog('Your recovery codes');
  expect((await person.find('list', 'Recovery codes')).children).toHaveLength(10);
  await person.pressButton('I have saved the codes');
  await person.hasCount('dialog', 'Your recovery codes', 0);
}
