import { z } from 'zod';
import { done, forAdmins, id, line } from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';
import { LISTS_WITH_VIEWS, MAX_VIEW_NAME_LENGTH } from './rules.ts';

const MAX_FILTERS = 10;

/** The list filters as stored in the URL's search parameters. */
const viewSearch = z
  .record(z.string().min(1).max(20), z.string().max(200))
  .refine((search) => Object.keys(search).length <= MAX_FILTERS);
const viewName = line(MAX_VIEW_NAME_LENGTH);
const list = z.enum(LISTS_WITH_VIEWS);

export const savedView = z.object({ id, list, name: z.string(), search: viewSearch });
export type SavedView = z.infer<typeof savedView>;

export const savedViews = {
  list: forAdmins('saved-views:manage')
    .route({ method: 'GET', path: '/saved-views', summary: "The caller's saved views" })
    .output(z.array(savedView)),
  save: forAdmins('saved-views:manage')
    .route({ method: 'POST', path: '/saved-views', summary: 'Save the filters of a list' })
    .errors(errorsOf('VIEW_NAME_REQUIRED', 'TOO_MANY_VIEWS'))
    .input(z.object({ list, name: viewName, search: viewSearch }))
    .output(savedView),
  rename: forAdmins('saved-views:manage')
    .route({
      method: 'PUT',
      path: '/saved-views/{id}',
      summary: 'Rename a saved view of the caller',
    })
    .errors(errorsOf('VIEW_NAME_REQUIRED', 'VIEW_NOT_FOUND'))
    .input(z.object({ id, name: viewName }))
    .output(done),
  remove: forAdmins('saved-views:manage')
    .route({
      method: 'DELETE',
      path: '/saved-views/{id}',
      summary: 'Delete a saved view of the caller',
    })
    .errors(errorsOf('VIEW_NOT_FOUND'))
    .input(z.object({ id }))
    .output(done),
};
