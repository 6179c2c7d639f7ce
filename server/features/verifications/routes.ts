import type { FastifyInstance } from 'fastify';
import { type FileRouteContext, procedures } from '#server/deps/procedures.ts';
import { requireStepUpToGrant } from '#server/platform/auth/gate.ts';
import { registerUpload } from '#server/platform/http/uploads.ts';
import {
  decideVerification,
  eraseDocuments,
  getVerification,
  listVerifications,
  summarizeVerifications,
} from './decide-verification.ts';
import { addDocument, removeDocument } from './verification-documents.ts';
import { getOwnVerification, submitVerification, withdrawVerification } from './verifications.ts';

const routes = procedures.verifications;

export const verificationRoutes = {
  current: routes.current.handler(({ context: { deps, actor } }) =>
    getOwnVerification(deps, actor),
  ),
  submit: routes.submit.handler(({ context: { deps, actor }, input }) =>
    submitVerification(deps, actor, input.level),
  ),
  withdraw: routes.withdraw.handler(({ context: { deps, actor } }) =>
    withdrawVerification(deps, actor),
  ),
  removeDocument: routes.removeDocument.handler(({ context: { deps, actor }, input }) =>
    removeDocument(deps, actor, input.id),
  ),
  list: routes.list.handler(({ context: { deps }, input }) => listVerifications(deps, input)),
  summary: routes.summary.handler(({ context: { deps } }) => summarizeVerifications(deps)),
  get: routes.get.handler(({ context: { deps }, input }) => getVerification(deps, input)),
  decide: routes.decide.handler(async ({ context: { deps, actor }, input }) => {
    await decideVerification(deps, requireStepUpToGrant(actor, input.level !== null), input);
    return {};
  }),
  eraseDocuments: routes.eraseDocuments.handler(async ({ context: { deps, actor }, input }) => {
    await eraseDocuments(deps, actor, input);
    return {};
  }),
};

export function registerDocumentUploads(app: FastifyInstance, context: FileRouteContext): void {
  const { deps } = context;
  registerUpload(app, context, {
    name: 'addDocument',
    handle: async ({ actor, form, file }) => ({
      answer: await addDocument(deps, actor, { form, image: file }),
    }),
  });
}
