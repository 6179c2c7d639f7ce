import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { z } from 'zod';
import { MAX_PASSBOOK_EXPORTS_PER_DAY } from '#contract/own-data/rules.ts';
import { adminTransactionFilters, transactionFilters } from '#contract/transactions/schema.ts';
import { invalidFields } from '#server/base/errors.ts';
import { withBackgroundPool } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { type FileRouteContext, procedures } from '#server/deps/procedures.ts';
import { type Actor, admit } from '#server/platform/auth/gate.ts';
import { getSubject } from '#server/platform/auth/subjects.ts';
import { recordExport } from '#server/platform/commands/export-record.ts';
import { startOwnExport } from '#server/platform/commands/own-exports.ts';
import { sendDownload } from '#server/platform/http/download.ts';
import { searchedNumber } from '#server/platform/secrets/number-search.ts';
import { cancelRequest } from './cancel-request.ts';
import { cancelUnreceived, findOwnRequest } from './make-requests.ts';
import { getOwnTransaction, listPassbook } from './passbook/passbook.ts';
import { exportPassbook, passbookFileName } from './passbook/passbook-csv.ts';
import { exportTransactions, transactionsFileName } from './search/search-csv.ts';
import { listTransactions, searchTransactions } from './search/search-transactions.ts';
import { getTransaction } from './search/search-views.ts';
import { countTransactions } from './totals.queries.ts';
import { selectProcessingTimes } from './transactions.queries.ts';

export const transactionRoutes = {
  passbook: procedures.transactions.passbook.handler(({ context: { deps, actor }, input }) =>
    listPassbook(deps, actor, input),
  ),
  passbookOf: procedures.transactions.passbookOf.handler(
    async ({ context: { deps }, input: { userId, ...filters } }) =>
      listPassbook(deps, await getSubject(deps.db.query, userId), filters),
  ),
  own: procedures.transactions.own.handler(({ context: { deps, actor }, input }) =>
    getOwnTransaction(deps, actor, input.id),
  ),
  cancel: procedures.transactions.cancel.handler(({ context: { deps, actor }, input }) =>
    cancelRequest(deps, actor, input.id),
  ),
  byRequestKey: procedures.transactions.byRequestKey.handler(
    ({ context: { deps, actor }, input }) => findOwnRequest(deps, actor, input.requestKey),
  ),
  cancelUnreceived: procedures.transactions.cancelUnreceived.handler(
    ({ context: { deps, actor }, input }) => cancelUnreceived(deps, actor, input.requestKey),
  ),
  processingTimes: procedures.transactions.processingTimes.handler(({ context: { deps } }) =>
    selectProcessingTimes(deps.db.query),
  ),
  list: procedures.transactions.list.handler(({ context: { deps, actor }, input }) =>
    listTransactions(deps, actor.userId, {
      ...input,
      number: numberOf(deps, actor, input),
    }),
  ),
  search: procedures.transactions.search.handler(({ context: { deps, actor }, input }) =>
    searchTransactions(deps, actor.userId, {
      ...input,
      number: numberOf(deps, actor, input),
    }),
  ),
  counts: procedures.transactions.counts.handler(({ context: { deps } }) =>
    countTransactions(deps.db),
  ),
  get: procedures.transactions.get.handler(({ context: { deps, actor }, input }) =>
    getTransaction(deps, actor, input.id),
  ),
};

function numberOf(deps: Deps, actor: Actor, { search = '' }: { search?: string | undefined }) {
  return searchedNumber(deps, actor, { term: search, list: 'transactions' });
}

export function registerPassbookExport(
  app: FastifyInstance,
  { deps, authenticate }: FileRouteContext,
): void {
  registerCsv(app, '/files/passbook.csv', async (request, reply) => {
    const actor = await admit({ access: 'user', stepUp: 'always' }, request, authenticate);
    const filters = readFilters(transactionFilters, request.query);
    if (request.method === 'GET') {
      const perDay = MAX_PASSBOOK_EXPORTS_PER_DAY;
      await startOwnExport(deps, actor, { file: 'passbook.csv', filters, perDay });
    }
    const fileName = passbookFileName(deps.clock.now());
    const reads = withBackgroundPool(deps);
    return sendDownload(reply, fileName, exportPassbook(reads, actor, filters));
  });
}

export function registerTransactionsExport(
  app: FastifyInstance,
  { deps, authenticate }: FileRouteContext,
): void {
  registerCsv(app, '/files/transactions.csv', async (request, reply) => {
    const actor = await admit(
      { access: 'admin', permission: 'exports:read', stepUp: 'always' },
      request,
      authenticate,
    );
    const filters = readFilters(adminTransactionFilters, request.query);
    if (request.method === 'GET') {
      await recordExport(deps, actor, { file: 'transactions.csv', filters });
    }
    const fileName = transactionsFileName(deps.clock.now());
    const number = numberOf(deps, actor, filters);
    const lines = exportTransactions(withBackgroundPool(deps), filters, number);
    return sendDownload(reply, fileName, lines);
  });
}

function registerCsv(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  app.route({ method: ['GET', 'HEAD'], url, handler });
}

function readFilters<Filters>(schema: z.ZodType<Filters>, query: unknown): Filters {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw invalidFields(parsed.error.issues);
}
