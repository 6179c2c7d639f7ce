import { z } from 'zod';
import { done, forAdmins, forUsers, id, line, paragraph } from '../shared/base.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_DISPLAY_ORDER,
  MAX_NAME_LENGTH,
  MAX_URL_LENGTH,
} from '../shared/limits.ts';

export const siteUrl = z.object({
  id,
  title: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  displayOrder: z.int(),
  isActive: z.boolean(),
});
export type SiteUrl = z.infer<typeof siteUrl>;

const fields = {
  title: line(MAX_NAME_LENGTH),
  url: z.string().max(MAX_URL_LENGTH),
  description: paragraph(MAX_DESCRIPTION_LENGTH),
  /** Invalid numbers fall back to 0. */
  displayOrder: z.int().min(0).max(MAX_DISPLAY_ORDER).catch(0),
  isActive: z.boolean(),
};

export const siteUrlForm = z.object({
  ...fields,
  description: fields.description.default(''),
  displayOrder: fields.displayOrder.default(0),
  isActive: fields.isActive.default(true),
});
export type SiteUrlForm = z.infer<typeof siteUrlForm>;

const formErrors = errorsOf('TITLE_REQUIRED', 'INVALID_URL', 'STEP_UP_REQUIRED');

export const siteUrls = {
  listActive: forUsers
    .route({ method: 'GET', path: '/site-urls/active', summary: 'Featured links in order' })
    .output(z.array(siteUrl)),
  list: forAdmins('content:read')
    .meta({ scope: 'content:read' })
    .route({ method: 'GET', path: '/site-urls', summary: 'All site links in order' })
    .output(z.array(siteUrl)),
  create: forAdmins('content:manage')
    .meta({ stepUp: 'always', scope: 'content:write' })
    .route({ method: 'POST', path: '/site-urls', summary: 'Add a site link' })
    .errors({ ...formErrors, ...errorsOf('LIST_FULL') })
    .input(siteUrlForm)
    .output(siteUrl),
  update: forAdmins('content:manage')
    .meta({ stepUp: 'always', scope: 'content:write' })
    .route({ method: 'PATCH', path: '/site-urls/{id}', summary: 'Change a site link' })
    .errors({ ...formErrors, ...errorsOf('SITE_URL_NOT_FOUND') })
    .input(z.object(fields).partial().extend({ id }))
    .output(siteUrl),
  remove: forAdmins('content:manage')
    .meta({ stepUp: 'always', scope: 'content:write', approval: ['deletion'] })
    .route({ method: 'DELETE', path: '/site-urls/{id}', summary: 'Delete a site link' })
    .errors(errorsOf('SITE_URL_NOT_FOUND', 'STEP_UP_REQUIRED', ...SECOND_APPROVAL))
    .input(z.object({ id }))
    .output(done),
};
