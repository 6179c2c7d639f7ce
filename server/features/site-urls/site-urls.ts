import { parseWebUrl } from '#contract/shared/text.ts';
import type { SiteUrl, SiteUrlForm } from '#contract/site-urls/schema.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { siteUrls as table } from '#server/db/schema/site-urls.ts';
import { selectionOf } from '#server/db/selection.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { defineCatalogue, requireDeletionApproval } from '../catalogue/catalogue.ts';

const siteUrls = defineCatalogue({
  rows: {
    table,
    columns: selectionOf(table, 't', [
      'id',
      'title',
      'url',
      'description',
      'displayOrder',
      'isActive',
    ]),
    isListed: 'true',
    order: 'display_order, created_at, id',
    deletion: 'row',
  },
  notFound: 'SITE_URL_NOT_FOUND',
  chainId: 'site-urls',
  toAudit: (states) => ({ entity: 'site-url', ...states }),
  toEvent: (change) => ({ entity: 'siteUrl', ...change }),
  beforeRemove: (tx, { actor, row }) =>
    requireDeletionApproval(tx, {
      ...{ actor, command: 'siteUrls.remove', id: row.id },
      change: { action: 'site-url.delete', entity: 'site-url', before: row, after: null },
    }),
});

export const listSiteUrls = siteUrls.list;
export const listActiveSiteUrls = siteUrls.listActive;

export async function createSiteUrl(deps: Deps, actor: Actor, form: SiteUrlForm): Promise<SiteUrl> {
  const after = { ...readForm(form), id: newId() };
  return siteUrls.create(deps, actor, () => after);
}

export async function updateSiteUrl(
  deps: Deps,
  actor: Actor,
  { id, form }: { id: string; form: Partial<SiteUrlForm> },
): Promise<SiteUrl> {
  return siteUrls.change(deps, actor, {
    id,
    build: (before) => {
      const description = before.description ?? '';
      return { ...readForm({ ...before, description, ...form }), id: before.id };
    },
  });
}

export const removeSiteUrl = siteUrls.remove;

function readForm({ title, url, description, displayOrder, isActive }: SiteUrlForm) {
  if (title === '') throw appError('TITLE_REQUIRED');
  const opened = parseWebUrl(url);
  if (opened === undefined) throw appError('INVALID_URL');
  return { title, url: opened, description: description || null, displayOrder, isActive };
}
