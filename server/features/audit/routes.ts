import type { FastifyInstance } from 'fastify';
import { auditFilters } from '#contract/audit/schema.ts';
import { withBackgroundPool } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { admit, procedures } from '#server/platform/auth/gate.ts';
import { recordExport } from '#server/platform/commands/export-record.ts';
import { sendDownload } from '#server/platform/http/download.ts';
import { invalidFields } from '#server/platform/runtime/errors.ts';
import { authenticate } from '../sessions/service.ts';
import { auditFileName, exportAuditCsv, exportAuditJson } from './csv.ts';
import { listOwnActivity } from './own/service.ts';
import { listActions, listAudit } from './service.ts';
import { getVerification } from './verification/service.ts';

export const auditRoutes = {
  own: procedures.audit.own.handler(({ context: { deps, actor }, input }) =>
    listOwnActivity(deps, actor.userId, input),
  ),
  list: procedures.audit.list.handler(({ context: { deps }, input }) => listAudit(deps, input)),
  actions: procedures.audit.actions.handler(({ context: { deps } }) => listActions(deps)),
  verification: procedures.audit.verification.handler(({ context: { deps } }) =>
    getVerification(deps),
  ),
};

const writers = { csv: exportAuditCsv, json: exportAuditJson };

export function registerAuditExports(app: FastifyInstance, deps: Deps): void {
  for (const ending of ['csv', 'json'] as const) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `/files/audit.${ending}`,
      handler: async (request, reply) => {
        const actor = await admit(
          { access: 'admin', permission: 'audit:read', stepUp: 'always' },
          request,
          authenticate(deps),
        );
        const filters = auditFilters.safeParse(request.query);
        if (!filters.success) throw invalidFields(filters.error.issues);
        if (request.method === 'GET') {
          await recordExport(deps, actor, { file: `audit.${ending}`, filters: filters.data });
        }
        const lines = writers[ending](withBackgroundPool(deps), filters.data);
        return sendDownload(reply, auditFileName(deps.clock.now(), ending), lines);
      },
    });
  }
}
