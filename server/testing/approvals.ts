import { expect } from 'vitest';
import type { ApprovalKind } from '#contract/shared/enums.ts';
import { isAppError } from '../base/errors.ts';
import type { Database } from '../db/database.ts';
import { insertRules } from './approval-rules.ts';

/** Switches rules on, whose versions are in force since ever. `approvals` is 1 unless given. */
export async function setRules(
  db: Database,
  rules: Partial<Record<ApprovalKind, { thresholdPaise?: number; approvals?: number }>>,
): Promise<void> {
  const made = Object.entries(rules).map(([kind, { thresholdPaise = null, approvals = 1 }]) => ({
    kind: kind as ApprovalKind, // A key of `rules`.
    ...{ thresholdPaise, approvals, isActive: true },
  }));
  await insertRules(db, made);
}

/** Returns the id of the request for a second approval that a command stores instead of taking effect. */
export async function approvalOf(command: Promise<unknown>): Promise<string> {
  const error = await command.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isAppError(error)) throw new Error('Expected a refusal', { cause: error });
  expect(error.code).toBe('SECOND_APPROVAL_REQUIRED');
  return String(error.data?.approvalId);
}
