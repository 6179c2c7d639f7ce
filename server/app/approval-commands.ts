import { z } from 'zod';
import { apiKeys } from '#contract/api-keys/schema.ts';
import type { ApprovableCommand } from '#contract/approvals/rules.ts';
import { approvals } from '#contract/approvals/schema.ts';
import { banks } from '#contract/banks/schema.ts';
import { banners } from '#contract/banners/schema.ts';
import { depositAccounts } from '#contract/deposit-accounts/schema.ts';
import { qrCodes } from '#contract/qr-codes/schema.ts';
import { reconciliation } from '#contract/reconciliation/schema.ts';
import { settings } from '#contract/settings/schema.ts';
import { id, notes, transactionId, userId } from '#contract/shared/base.ts';
import { COMMAND_LINE, ROLES } from '#contract/shared/enums.ts';
import { ADMIN_ROLES } from '#contract/shared/permissions.ts';
import { siteUrls } from '#contract/site-urls/schema.ts';
import { sources } from '#contract/sources/schema.ts';
import { users } from '#contract/users/schema.ts';
import { verificationLimits } from '#contract/verification-limits/schema.ts';
import { webhooks } from '#contract/webhooks/schema.ts';
import type { Deps } from '../deps/deps.ts';
import { resumeApiKey } from '../features/api-keys/api-keys.ts';
import type { CommandExecutor } from '../features/approvals/answer-approvals.ts';
import { saveRule } from '../features/approvals/approval-rules.ts';
import type { ApprovalRow } from '../features/approvals/require-approval.ts';
import { removeBank } from '../features/banks/banks.ts';
import { removeBanner } from '../features/banners/banners.ts';
import { saveDepositAccount } from '../features/deposit-accounts/deposit-accounts.ts';
import { removeQrCode, updateQrCode } from '../features/qr-codes/qr-codes.ts';
import { createDeposit } from '../features/reconciliation/credit-line.ts';
import { undoDeposit } from '../features/reconciliation/undo-credit.ts';
import { approveConfirmed, lockApproved } from '../features/review/decide.ts';
import { saveSettings } from '../features/settings/settings.ts';
import { removeSiteUrl } from '../features/site-urls/site-urls.ts';
import { removeSource } from '../features/sources/sources.ts';
import { adjustBalance } from '../features/users/adjust-balance.ts';
import { setFrozen } from '../features/users/freeze-account.ts';
import { removeUser } from '../features/users/remove-user.ts';
import { resetSecondFactors } from '../features/users/reset-factors.ts';
import { setVerificationLevel } from '../features/users/set-level.ts';
import { createHashedUser, setPasswordHash, setRole, setStatus } from '../features/users/users.ts';
import { saveLevelLimits } from '../features/verification-limits/verification-limits.ts';
import { removeWebhook, updateWebhook } from '../features/webhooks/webhooks.ts';
import type { Actor, Principal } from '../platform/auth/gate.ts';

/** How a stored command is carried out: the schema of its input, and the service that it was sent to. */
interface Executor {
  run(deps: Deps, maker: Principal, row: ApprovalRow): Promise<unknown>;
}

function executor<Schema extends z.ZodType>(
  schema: Schema,
  run: (deps: Deps, maker: Principal, input: z.output<Schema>) => Promise<unknown>,
): Executor {
  return {
    run: (deps, maker, { input, requestKey: key }) =>
      run(deps, maker, schema.parse({ ...input, ...(key && { requestKey: key }) })),
  };
}

/** For commands that only a signed-in administrator can send. */
function ofAdmin<Input>(
  run: (deps: Deps, maker: Actor, input: Input) => Promise<unknown>,
): (deps: Deps, maker: Principal, input: Input) => Promise<unknown> {
  return (deps, maker, input) => {
    if (maker === COMMAND_LINE) throw new Error('The command line does not send this command');
    return run(deps, maker, input);
  };
}

/** Returns the schema of a procedure's input. */
function inputOf<Schema extends z.ZodType>(procedure: {
  '~orpc': { inputSchema?: Schema | undefined };
}): Schema {
  const { inputSchema } = procedure['~orpc'];
  if (!inputSchema) throw new Error('The procedure has no input');
  return inputSchema;
}

const passwordHash = z.string();
const adminRole = { adminRole: z.enum(ADMIN_ROLES).exactOptional() };
const approvedInput = z.object({
  id,
  notes: notes.optional(),
  sourceId: id.optional(),
  confirmedDuplicateIds: z.array(transactionId).optional(),
  differentPayments: z.array(z.object({ id: transactionId, reason: z.string() })).optional(),
});

const executors: Record<ApprovableCommand, Executor> = {
  'apiKeys.resume': executor(
    inputOf(apiKeys.resume),
    ofAdmin((deps, maker, input) => resumeApiKey(deps, maker, input.id)),
  ),
  'approvals.saveRule': executor(inputOf(approvals.saveRule), ofAdmin(saveRule)),
  'banks.remove': executor(
    inputOf(banks.remove),
    ofAdmin((deps, maker, input) => removeBank(deps, maker, input.id)),
  ),
  'banners.remove': executor(
    inputOf(banners.remove),
    ofAdmin((deps, maker, input) => removeBanner(deps, maker, input.id)),
  ),
  'depositAccounts.save': executor(
    inputOf(depositAccounts.save),
    ofAdmin((deps, maker, { id: accountId, ...form }) =>
      saveDepositAccount(deps, maker, { id: accountId, form }),
    ),
  ),
  'qrCodes.remove': executor(
    inputOf(qrCodes.remove),
    ofAdmin((deps, maker, input) => removeQrCode(deps, maker, input.id)),
  ),
  'qrCodes.update': executor(
    inputOf(qrCodes.update),
    ofAdmin((deps, maker, { id: qrCodeId, ...form }) =>
      updateQrCode(deps, maker, { id: qrCodeId, form }),
    ),
  ),
  'reconciliation.createDeposit': executor(
    inputOf(reconciliation.createDeposit),
    ofAdmin(createDeposit),
  ),
  'reconciliation.undoDeposit': executor(
    inputOf(reconciliation.undoDeposit),
    ofAdmin((deps, maker, input) => undoDeposit(deps, maker, input.id)),
  ),
  'review.approve': {
    run: (deps, maker, { id: approvalId, input }) => {
      if (maker === COMMAND_LINE) throw new Error('The command line approves no requests');
      // The key of the first attempt may belong to a list. The id of the approval request identifies this decision.
      return approveConfirmed(deps, maker, {
        ...approvedInput.parse(input),
        requestKey: approvalId,
      });
    },
  },
  'settings.save': executor(inputOf(settings.save), ofAdmin(saveSettings)),
  'siteUrls.remove': executor(
    inputOf(siteUrls.remove),
    ofAdmin((deps, maker, input) => removeSiteUrl(deps, maker, input.id)),
  ),
  'sources.remove': executor(
    inputOf(sources.remove),
    ofAdmin((deps, maker, input) => removeSource(deps, maker, input.id)),
  ),
  'users.adjustBalance': executor(inputOf(users.adjustBalance), ofAdmin(adjustBalance)),
  'users.create': executor(
    z.object({ username: z.string(), passwordHash, role: z.enum(ROLES), ...adminRole }),
    createHashedUser,
  ),
  'users.remove': executor(
    inputOf(users.remove),
    ofAdmin((deps, maker, input) => removeUser(deps, maker, input.userId, input.closureId)),
  ),
  'users.setFrozen': executor(inputOf(users.setFrozen), ofAdmin(setFrozen)),
  'users.resetSecondFactors': executor(inputOf(users.resetSecondFactors), resetSecondFactors),
  'users.setPassword': executor(
    // Requests of the version before lack the last field.
    z.object({ userId, passwordHash, removesOtherAccess: z.boolean().default(false) }),
    setPasswordHash,
  ),
  'users.setRole': executor(inputOf(users.setRole), setRole),
  'users.setStatus': executor(inputOf(users.setStatus), setStatus),
  'users.setVerificationLevel': executor(
    inputOf(users.setVerificationLevel),
    ofAdmin(setVerificationLevel),
  ),
  'verificationLimits.save': executor(inputOf(verificationLimits.save), ofAdmin(saveLevelLimits)),
  'webhooks.remove': executor(
    inputOf(webhooks.remove),
    ofAdmin((deps, maker, input) => removeWebhook(deps, maker, input.id)),
  ),
  'webhooks.update': executor(
    inputOf(webhooks.update),
    ofAdmin((deps, maker, { id: webhookId, ...form }) =>
      updateWebhook(deps, maker, { id: webhookId, form }),
    ),
  ),
};

/** Carries out the commands of confirmed requests by the services that they were sent to. */
export const approvalCommands: CommandExecutor = {
  async lockTargets(tx, { command, targetId }) {
    if (command === 'review.approve') await lockApproved(tx, targetId);
  },
  execute: async (deps, maker, row) => executors[row.command].run(deps, maker, row),
};
