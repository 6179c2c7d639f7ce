import { asc, eq } from 'drizzle-orm';
import { banks } from '#server/db/schema.ts';
import { procedures } from '#server/lib/gate.ts';

export const bankRoutes = {
  listActive: procedures.banks.listActive.handler(({ context }) =>
    context.deps.db.orm
      .select({ id: banks.id, name: banks.name, code: banks.code })
      .from(banks)
      .where(eq(banks.isActive, true))
      .orderBy(asc(banks.name), asc(banks.id)),
  ),
};
