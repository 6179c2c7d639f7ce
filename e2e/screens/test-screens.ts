import { test } from 'vitest';
import { Application } from './application.ts';
import { SpecChecker } from './spec-checker.ts';

/** Several screens, on a busy machine. */
const TIMEOUT_MS = 600_000;

/** Declares a test that checks the specification's statements on some screens. The database is fresh. */
export function testScreens(
  screens: string,
  check: (checker: SpecChecker, application: Application) => Promise<void>,
): void {
  test(
    `${screens}: shows the texts of the specification`,
    async () => {
      const application = await Application.start();
      try {
        const checker = new SpecChecker(application);
        await check(checker, application).catch((error) => checker.fail(error));
        checker.finish();
      } finally {
        await application.close();
      }
    },
    TIMEOUT_MS,
  );
}
