import { desc, eq } from 'drizzle-orm';
import { sources } from '#server/db/schema.ts';
import { procedures } from '#server/lib/gate.ts';

export const sourceRoutes = {
  listActive: procedures.sources.listActive.handler(({ context }) =>
    context.deps.db.orm
      .select({ id: sources.id, name: sources.name })
      .from(sources)
      .where(eq(sources.isActive, true))
      .orderBy(desc(sources.createdAt), desc(sources.id)),
  ),
};
