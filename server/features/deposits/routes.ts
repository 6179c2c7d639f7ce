import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { registerUpload } from '#server/platform/http/uploads.ts';
import { authenticate } from '../sessions/service.ts';
import { requestDeposit } from './service.ts';

export function registerDepositUpload(app: FastifyInstance, deps: Deps): void {
  const context = { deps, authenticate: authenticate(deps) };
  registerUpload(app, context, {
    name: 'requestDeposit',
    handle: ({ actor, form, file }) => requestDeposit(deps, actor, { form, receipt: file }),
  });
}
