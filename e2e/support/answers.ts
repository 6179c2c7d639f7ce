import type { Page } from '@playwright/test';
import { type ErrorCode, type ErrorData, errorTable } from '#contract/shared/errors.ts';
import { hold } from './hold.ts';

/** Delays the responses of calls until they are released. */
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

/** Makes the server refuse requests to a path with an error. */
export async function refuse(
  page: Page,
  path: string,
  code: ErrorCode,
  data: ErrorData = {},
): Promise<void> {
  const { status, message } = errorTable[code];
  // Without `defined`, the client would know the error by its status only.
  const error = { defined: true, code, status, message, data };
  // File routes return the error itself; calls wrap it.
  const json = path.startsWith('files/') ? error : { json: error };
  await page.route(`**/${path}`, (route) => route.fulfill({ status, json }));
}

/** Makes these calls fail without a reason. */
export async function fail(page: Page, calls: RegExp): Promise<void> {
  // Not 500: such calls are retried, and the screen waits for the retries.
  await page.route(calls, (route) => route.fulfill({ status: 400, body: '' }));
}
