import { CHECK_INTERVAL_MS, type Job } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { SigningKey } from '#server/platform/sealed-log/signing-key.ts';
import { checkAuditChains } from './check-chains.ts';
import { sealAuditLog } from './seal-audit.ts';

export const listAuditJobs = (deps: Deps, key: SigningKey | undefined): Job[] => [
  { name: 'check audit chains', intervalMs: CHECK_INTERVAL_MS, run: () => checkAuditChains(deps) },
  { name: 'seal audit log', intervalMs: CHECK_INTERVAL_MS, run: () => sealAuditLog(deps, { key }) },
];
