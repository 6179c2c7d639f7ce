import type { Page } from '@playwright/test';
import { type ErrorCode, type ErrorData, errorTable } from '#contract/errors.ts';
import { hold } from './hold.ts';

/** Calls wait for their answer until they are let go. */
export async function holdBack(page: Page, calls: string): Promise<() => Promise<void>> {
  const { released, release } = hold();
  await page.route(calls, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** The server refuses what goes to a path with one of its errors. */
export async function refuse(
  page: Page,
  path: string,
  code: ErrorCode,
  data: ErrorData = {},
): Promise<void> {
  const { status, message } = errorTable[code];
  // Without saying whether the contract knows it, an answer would be told by its status alone.
  const error = { defined: true, code, status, message, data };
  // Files' routes answer plainly; calls wrap what they answer.
  const json = path.startsWith('files/') ? error : { json: error };
  await page.route(`**/${path}`, (route) => route.fulfill({ status, json }));
}

/** These calls fail for no reason that could be told. */
export async function fail(page: Page, calls: RegExp): Promise<void> {
  // Not 500: a call that may go better is made again, and the screen waits for that.
  await page.route(calls, (route) => route.fulfill({ status: 400, body: '' }));
}
