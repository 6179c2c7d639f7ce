import { z } from 'zod';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#contract/users/rules.ts';
import { isLoopback } from './hosts.ts';

const password = z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH).optional();

const BREACHED_PASSWORDS_URL =
  'must be an address such as https://api.pwnedpasswords.com/range/; http only on this machine';

export const passwordVariables = {
  ADMIN_PASSWORD: password,
  DEMO_PASSWORD: password,
  BREACHED_PASSWORDS_URL: z.string().trim().transform(readService).optional(),
};

function readService(text: string, { addIssue }: z.RefinementCtx): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url && isSafe && !url.username && !url.password && !url.search && !url.hash) {
    if (!url.pathname.endsWith('/')) url.pathname += '/';
    return url;
  }
  addIssue(BREACHED_PASSWORDS_URL);
  return z.NEVER;
}
