import {
  startTranslationService,
  type TranslationService,
} from '../../server/testing/translation-service.ts';
import { test as base } from './test.ts';

export { expect } from './test.ts';

/** A test whose server uses a local translation service, which can be slow or fail on demand. */
export const test = base.extend<{ service: TranslationService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures wanted from it.
  service: async ({}, use) => {
    const service = await startTranslationService();
    await use(service);
    await service.close();
  },
  environment: async ({ service }, use) => {
    await use({
      TRANSLATION_PROVIDER: 'google',
      TRANSLATION_URL: service.baseUrl,
    });
  },
});
