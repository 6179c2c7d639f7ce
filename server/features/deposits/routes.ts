import type { FastifyInstance } from 'fastify';
import { depositForm } from '#contract/deposits.ts';
import type { Deps } from '#server/lib/deps.ts';
import { registerUploadRoute } from '#server/lib/files/uploads.ts';
import { authenticate } from '../sessions/service.ts';
import { requestDeposit } from './service.ts';

/** `POST /files/deposits`: the receipt as the body, the form in the `Wallet-Form` header. */
export function registerDepositUpload(app: FastifyInstance, deps: Deps): void {
  registerUploadRoute(
    app,
    { deps, authenticate: authenticate(deps) },
    {
      method: 'POST',
      path: '/files/deposits',
      access: 'user',
      kind: 'receipts',
      form: depositForm,
      required: 'FILE_REQUIRED',
      handle: ({ actor, form, file }) => requestDeposit(deps, actor, { form, receipt: file }),
    },
  );
}
