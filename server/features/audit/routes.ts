import type { FastifyInstance } from 'fastify';
import { auditFilters } from '#contract/audit/schema.ts';
import { invalidFields } from '#server/base/errors.ts';
import { withBackgroundPool } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { type FileRouteContext, procedures } from '#server/deps/procedures.ts';
import { type Actor, admit } from '#server/platform/auth/gate.ts';
import { recordExport } from '#server/platform/commands/export-record.ts';
import { sendDownload } from '#server/platform/http/download.ts';
import { searchedNumber } from '#server/platform/secrets/number-search.ts';
import { auditFileName, exportAuditCsv, exportAuditJson } from './audit-csv.ts';
import { listActions, listAudit } from './audit-log.ts';
import { getVerification } from './check-chains.ts';
import { listOwnActivity } from './own-activity.ts';

export const auditRoutes = {
  own: procedures.audit.own.handler(({ context: { deps, actor }, input }) =>
    listOwnActivity(deps, actor.userId, input),
  ),
  list: procedures.audit.list.handler(({ context: { deps, actor }, input }) =>
    listAudit(deps, { ...input, number: numberOf(deps, actor, input) }),
  ),
  actions: procedures.audit.actions.handler(({ context: { deps } }) => listActions(deps)),
  verification: procedures.audit.verification.handler(({ context: { deps } }) =>
    getVerification(deps),
  ),
};

function numberOf(deps: Deps, actor: Actor, { search }: { search: string }) {
  return searchedNumber(deps, actor, { term: search, list: 'audit' });
}

const writers = { csv: exportAuditCsv, json: exportAuditJson };

export function registerAuditExports(
  app: FastifyInstance,
  { deps, authenticate }: FileRouteContext,
): void {
  for (const ending of ['csv', 'json'] as const) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/files/audit.${ending}`,
      handler: async (request, reply) => {
        const actor = await admit(
          { access: 'admin', permission: 'audit:read', stepUp: 'always' },
          request,
          authenticate,
        );
        const filters = auditFilters.safeParse(request.query);
        if (!filters.success) throw invalidFields(filters.error.issues);
        if (request.method === 'GET') {
          await recordExport(deps, actor, { file: `audit.${ending}`, filters: filters.data });
        }
        const lines = writers[ending](withBackgroundPool(deps), {
          ...filters.data,
          number: numberOf(deps, actor, filters.data),
        });
        return sendDownload(reply, auditFileName(deps.clock.now(), ending), lines);
      },
    });
  }
}
