import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { transactionId, userId } from '#contract/shared/base.ts';
import { invalidFields } from '#server/base/errors.ts';
import type { FileRouteContext } from '#server/deps/procedures.ts';
import type { Authenticate } from '#server/platform/auth/gate.ts';
import { actFor } from '#server/platform/auth/subjects.ts';
import { registerUpload } from '#server/platform/http/uploads.ts';
import { replaceReceipt } from './replace-receipt.ts';
import { requestDeposit } from './request-deposit.ts';

/** `byRest` authenticates requests below the REST path. */
export function registerDepositUploads(
  app: FastifyInstance,
  context: FileRouteContext,
  byRest: Authenticate,
): void {
  const { deps } = context;
  registerUpload(app, context, {
    name: 'requestDeposit',
    handle: ({ actor, form, file }) => requestDeposit(deps, actor, { form, receipt: file }),
  });
  const forPrograms = { deps, authenticate: byRest };
  registerUpload(app, forPrograms, {
    name: 'requestDepositFor',
    handle: ({ actor, params, form, file }) => {
      const subject = readId(userId, params.userId);
      return requestDeposit(deps, actFor(actor, subject), { form, receipt: file });
    },
  });
  registerUpload(app, context, {
    name: 'replaceReceipt',
    handle: ({ actor, params, file }) =>
      replaceReceipt(deps, actor, { id: readId(transactionId, params.id), receipt: file }),
  });
}

function readId<Id extends z.ZodType>(schema: Id, given: string | undefined): z.output<Id> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw invalidFields(parsed.error.issues);
  return parsed.data;
}
