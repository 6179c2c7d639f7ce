import { procedures } from '#server/platform/auth/gate.ts';
import { listActions, listAudit } from './service.ts';
import { getVerification } from './verification/service.ts';

export const auditRoutes = {
  list: procedures.audit.list.handler(({ context: { deps }, input }) => listAudit(deps, input)),
  actions: procedures.audit.actions.handler(({ context: { deps } }) => listActions(deps)),
  verification: procedures.audit.verification.handler(({ context: { deps } }) =>
    getVerification(deps),
  ),
};
