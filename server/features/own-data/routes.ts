import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { OWN_DATA_PATH } from '#contract/own-data/rules.ts';
import { LANGUAGES } from '#contract/shared/enums.ts';
import { toIndianDay } from '#server/base/days.ts';
import { invalidFields } from '#server/base/errors.ts';
import type { FileRouteContext } from '#server/deps/procedures.ts';
import { admit } from '#server/platform/auth/gate.ts';
import { downloadOwnData } from './own-data.ts';

const options = z.object({ language: z.enum(LANGUAGES).optional() });

/** Not with a password that an administrator set: the archive has everything about a person. */
const RULE = { access: 'user', allowsPasswordSetByAdmin: false, stepUp: 'always' } as const;

export function registerOwnData(
  app: FastifyInstance,
  { deps, authenticate }: FileRouteContext,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: OWN_DATA_PATH,
    handler: async (request, reply) => {
      const actor = await admit(RULE, request, authenticate);
      const parsed = options.safeParse(request.query);
      if (!parsed.success) throw invalidFields(parsed.error.issues);
      const name = `my-data-${toIndianDay(deps.clock.now())}.zip`;
      const isHead = request.method === 'HEAD';
      const body = isHead ? undefined : await downloadOwnData(deps, actor, parsed.data.language);
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(body);
    },
  });
}
