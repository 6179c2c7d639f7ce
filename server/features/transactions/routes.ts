import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { passbookFilters, type TransactionDetails } from '#contract/transactions.ts';
import type { Deps } from '#server/lib/deps.ts';
import { appError } from '#server/lib/errors.ts';
import { type Actor, admit, procedures } from '#server/lib/gate.ts';
import { authenticate } from '../sessions/service.ts';
import { getTransaction, listTransactions } from './admin-views.ts';
import { type Decision, decideTransactions } from './decisions.ts';
import { listPassbook } from './passbook.ts';
import { exportPassbook, passbookFileName } from './passbook-csv.ts';
import { countTransactions } from './totals.ts';

const unbuilt = async (): Promise<never> => {
  throw new Error('Not built yet');
};

export const transactionRoutes = {
  search: procedures.transactions.search.handler(unbuilt),
  approveMany: procedures.transactions.approveMany.handler(unbuilt),
  rejectMany: procedures.transactions.rejectMany.handler(unbuilt),
  passbook: procedures.transactions.passbook.handler(({ context: { deps, actor }, input }) =>
    listPassbook(deps, actor, input),
  ),
  list: procedures.transactions.list.handler(({ context: { deps }, input }) =>
    listTransactions(deps, input),
  ),
  counts: procedures.transactions.counts.handler(({ context: { deps } }) =>
    countTransactions(deps.db),
  ),
  get: procedures.transactions.get.handler(({ context: { deps }, input }) =>
    getTransaction(deps, input.id),
  ),
  approve: procedures.transactions.approve.handler(({ context: { deps, actor }, input }) =>
    decideOne(deps, actor, { ...input, ids: [input.id], decision: 'approved' }),
  ),
  reject: procedures.transactions.reject.handler(({ context: { deps, actor }, input }) =>
    decideOne(deps, actor, { ...input, ids: [input.id], decision: 'rejected' }),
  ),
};

async function decideOne(
  deps: Deps,
  actor: Actor,
  decision: Decision & { id: string },
): Promise<TransactionDetails> {
  const [error] = (await decideTransactions(deps, actor, decision)).values();
  if (error) throw error;
  return getTransaction(deps, decision.id);
}

/** `GET /files/passbook.csv`: the caller's passbook under the filters of the query string. */
export function registerPassbookExport(app: FastifyInstance, deps: Deps): void {
  app.get('/files/passbook.csv', async (request, reply) => {
    const actor = await admit('user', request, authenticate(deps));
    const filters = readFilters(request.query);
    const fileName = passbookFileName(deps.clock.now());
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'private, no-store')
      .send(Readable.from(exportPassbook(deps, actor, filters)));
  });
}

function readFilters(query: unknown): z.output<typeof passbookFilters> {
  const parsed = passbookFilters.safeParse(query);
  if (parsed.success) return parsed.data;
  throw appError('INVALID_INPUT', { field: parsed.error.issues[0]?.path.join('.') ?? '' });
}
