import type { FastifyInstance } from 'fastify';
import { type FileRouteContext, procedures } from '#server/deps/procedures.ts';
import { registerDocumentUpload } from '#server/platform/http/uploads.ts';
import { importStatement, undoImport } from './import-statement.ts';
import { createAccount, listAccounts, updateAccount } from './statement-accounts.ts';
import { listImports, listLines } from './statements.ts';

const routes = procedures.statements;

export const statementRoutes = {
  accounts: routes.accounts.handler(({ context: { deps } }) => listAccounts(deps)),
  createAccount: routes.createAccount.handler(({ context: { deps, actor }, input }) =>
    createAccount(deps, actor, input),
  ),
  updateAccount: routes.updateAccount.handler(
    ({ context: { deps, actor }, input: { id, ...form } }) =>
      updateAccount(deps, actor, { id, form }),
  ),
  imports: routes.imports.handler(({ context: { deps }, input }) => listImports(deps, input)),
  undo: routes.undo.handler(async ({ context: { deps, actor }, input }) => {
    await undoImport(deps, actor, input.id);
    return {};
  }),
  lines: routes.lines.handler(({ context: { deps }, input }) => listLines(deps, input)),
};

export function registerStatementUpload(app: FastifyInstance, context: FileRouteContext): void {
  const { deps } = context;
  registerDocumentUpload(app, context, {
    name: 'importStatement',
    handle: ({ actor, form, source }) => importStatement(deps, actor, { form, file: source }),
  });
}
