import { z } from 'zod';
import { done, forAdmins, id, line } from '../shared/base.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import { MAX_NAME_LENGTH } from '../shared/limits.ts';

export const source = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: z.date(),
});
export type Source = z.infer<typeof source>;

export const sourceForm = z.object({ name: line(MAX_NAME_LENGTH), isActive: z.boolean() });
export type SourceForm = z.infer<typeof sourceForm>;

export const sources = {
  listActive: forAdmins('requests:read')
    .meta({ scope: 'content:read' })
    .route({ method: 'GET', path: '/sources/active', summary: 'Active sources, newest first' })
    .output(z.array(z.object({ id, name: z.string() }))),
  list: forAdmins('content:read')
    .meta({ scope: 'content:read' })
    .route({ method: 'GET', path: '/sources', summary: 'All sources, newest first' })
    .output(z.array(source)),
  create: forAdmins('content:manage')
    .meta({ scope: 'content:write' })
    .route({ method: 'POST', path: '/sources', summary: 'Add a source' })
    .errors(errorsOf('SOURCE_NAME_TOO_SHORT', 'SOURCE_NAME_TAKEN', 'LIST_FULL'))
    .input(sourceForm)
    .output(source),
  update: forAdmins('content:manage')
    .meta({ scope: 'content:write' })
    .route({ method: 'PATCH', path: '/sources/{id}', summary: 'Change a source' })
    .errors(errorsOf('SOURCE_NAME_TOO_SHORT', 'SOURCE_NAME_TAKEN', 'SOURCE_NOT_FOUND'))
    .input(sourceForm.partial().extend({ id }))
    .output(source),
  /** Deposits attributed to a deleted source keep its name. */
  remove: forAdmins('content:manage')
    .meta({ stepUp: 'always', scope: 'content:write', approval: ['deletion'] })
    .route({ method: 'DELETE', path: '/sources/{id}', summary: 'Delete a source' })
    .errors(errorsOf('SOURCE_NOT_FOUND', 'STEP_UP_REQUIRED', ...SECOND_APPROVAL))
    .input(z.object({ id }))
    .output(done),
};
