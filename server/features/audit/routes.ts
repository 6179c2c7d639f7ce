import { procedures } from '#server/lib/gate.ts';

const unbuilt = async (): Promise<never> => {
  throw new Error('Not built yet');
};

export const auditRoutes = {
  list: procedures.audit.list.handler(unbuilt),
  actions: procedures.audit.actions.handler(unbuilt),
  verification: procedures.audit.verification.handler(unbuilt),
};
