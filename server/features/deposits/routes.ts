import type { FastifyInstance } from 'fastify';
import { transactionId } from '#contract/shared/base.ts';
import type { Deps } from '#server/deps.ts';
import { registerUpload } from '#server/platform/http/uploads.ts';
import { authenticate } from '../sessions/service.ts';
import { replaceReceipt } from './replacement/service.ts';
import { requestDeposit } from './service.ts';

export function registerDepositUploads(app: FastifyInstance, deps: Deps): void {
  const context = { deps, authenticate: authenticate(deps) };
  registerUpload(app, context, {
    name: 'requestDeposit',
    handle: ({ actor, form, file }) => requestDeposit(deps, actor, { form, receipt: file }),
  });
  registerUpload(app, context, {
    name: 'replaceReceipt',
    handle: ({ actor, params, file }) =>
      replaceReceipt(deps, actor, { id: transactionId.parse(params.id), receipt: file }),
  });
}
