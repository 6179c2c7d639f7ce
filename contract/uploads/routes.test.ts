import { expect, test } from 'vitest';
import { errorTable } from '../shared/errors.ts';
import { imageRules } from './routes.ts';

test.each(Object.values(imageRules))('the text of $errors.tooLarge includes the limit', (rules) => {
  const megabytes = rules.maxBytes / 1024 / 1024;
  expect(errorTable[rules.errors.tooLarge].message).toContain(` ${megabytes}MB`);
});
