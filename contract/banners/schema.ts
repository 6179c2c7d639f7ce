import { z } from 'zod';
import { done, forAdmins, forUsers, id, line, paragraph } from '../shared/base.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_URL_LENGTH } from '../shared/limits.ts';
import { MAX_CAROUSEL_SECONDS, MIN_CAROUSEL_SECONDS } from './rules.ts';

export const banner = z.object({
  id,
  title: z.string(),
  description: z.string().nullable(),
  imageUrl: z.string(),
  linkUrl: z.string().nullable(),
  isActive: z.boolean(),
  displayOrder: z.int(),
  createdAt: z.date(),
});
export type Banner = z.infer<typeof banner>;

const fields = {
  title: line(MAX_NAME_LENGTH),
  description: paragraph(MAX_DESCRIPTION_LENGTH),
  linkUrl: z.string().max(MAX_URL_LENGTH),
  isActive: z.boolean(),
};

export const bannerForm = z.object({
  ...fields,
  description: fields.description.default(''),
  linkUrl: fields.linkUrl.default(''),
});
export type BannerForm = z.infer<typeof bannerForm>;

export const bannerPatch = z.object(fields).partial();

const slideSeconds = z.int().min(MIN_CAROUSEL_SECONDS).max(MAX_CAROUSEL_SECONDS);

export const banners = {
  listActive: forUsers
    .route({
      method: 'GET',
      path: '/banners/active',
      summary: 'Active banners in order, and the seconds for which each is shown',
    })
    .output(z.object({ slideSeconds, banners: z.array(banner) })),
  list: forAdmins('content:read')
    .meta({ scope: 'content:read' })
    .route({ method: 'GET', path: '/banners', summary: 'All banners in order' })
    .output(z.array(banner)),
  update: forAdmins('content:manage')
    .meta({ stepUp: 'always', scope: 'content:write' })
    .route({ method: 'PATCH', path: '/banners/{id}', summary: 'Change a banner' })
    .errors(
      errorsOf('BANNER_NOT_FOUND', 'BANNER_TITLE_REQUIRED', 'INVALID_URL', 'STEP_UP_REQUIRED'),
    )
    .input(bannerPatch.extend({ id }))
    .output(banner),
  reorder: forAdmins('content:manage')
    .meta({ scope: 'content:write' })
    .route({ method: 'PUT', path: '/banners/order', summary: 'Set the order of all banners' })
    .errors(errorsOf('ORDER_CHANGED'))
    .input(z.object({ ids: z.array(id).max(1000) }))
    .output(z.array(banner)),
  remove: forAdmins('content:manage')
    .meta({ stepUp: 'always', scope: 'content:write', approval: ['deletion'] })
    .route({ method: 'DELETE', path: '/banners/{id}', summary: 'Delete a banner' })
    .errors(errorsOf('BANNER_NOT_FOUND', 'STEP_UP_REQUIRED', ...SECOND_APPROVAL))
    .input(z.object({ id }))
    .output(done),
  /** `saved` is false until an administrator saves a duration; the form then starts with the default. */
  carousel: forAdmins('content:read')
    .meta({ scope: 'content:read' })
    .route({ method: 'GET', path: '/banners/carousel', summary: 'Carousel settings' })
    .output(z.object({ slideSeconds, saved: z.boolean() })),
  setCarousel: forAdmins('content:manage')
    .meta({ scope: 'content:write' })
    .route({ method: 'PUT', path: '/banners/carousel', summary: 'Change carousel settings' })
    .input(z.object({ slideSeconds }))
    .output(done),
};
