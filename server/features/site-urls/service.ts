import { parseWebUrl } from '#contract/shared/rules.ts';
import type { SiteUrl, SiteUrlForm } from '#contract/site-urls/schema.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { recordConfigChange } from '#server/platform/commands/config-change.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import {
  deleteSiteUrl,
  lockSiteUrl,
  saveSiteUrl,
  selectActiveSiteUrls,
  selectSiteUrls,
} from './queries.ts';

export async function listSiteUrls({ db }: Deps): Promise<SiteUrl[]> {
  return selectSiteUrls(db.query);
}

export async function listActiveSiteUrls({ db }: Deps): Promise<SiteUrl[]> {
  return selectActiveSiteUrls(db.query);
}

/** Adds a site link. Throws TITLE_REQUIRED or INVALID_URL. */
export async function createSiteUrl(deps: Deps, actor: Actor, form: SiteUrlForm): Promise<SiteUrl> {
  const after = { ...readForm(form), id: newId() };
  return runCommand(deps, actor, (tx) => save(tx, { actor, before: undefined, after }));
}

/** Changes the given fields. Throws SITE_URL_NOT_FOUND, TITLE_REQUIRED or INVALID_URL. */
export async function updateSiteUrl(
  deps: Deps,
  actor: Actor,
  { id, form }: { id: string; form: Partial<SiteUrlForm> },
): Promise<SiteUrl> {
  return runCommand(deps, actor, async (tx) => {
    const before = await lockSiteUrl(tx.query, id);
    if (!before) throw appError('SITE_URL_NOT_FOUND');
    const description = before.description ?? '';
    const after = { ...readForm({ ...before, description, ...form }), id: before.id };
    return save(tx, { actor, before, after });
  });
}

/** Throws SITE_URL_NOT_FOUND. */
export async function removeSiteUrl(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const before = await lockSiteUrl(tx.query, id);
    if (!before) throw appError('SITE_URL_NOT_FOUND');
    await deleteSiteUrl(tx.query, id);
    await recordChange(tx, { actor, before, after: undefined });
  });
}

/** Throws TITLE_REQUIRED or INVALID_URL. */
function readForm({ title, url, description, displayOrder, isActive }: SiteUrlForm) {
  if (title === '') throw appError('TITLE_REQUIRED');
  const opened = parseWebUrl(url);
  if (opened === undefined) throw appError('INVALID_URL');
  return { title, url: opened, description: description || null, displayOrder, isActive };
}

interface Change {
  actor: Actor;
  before: SiteUrl | undefined;
  after: SiteUrl | undefined;
}

async function save(tx: Tx, change: Change & { after: SiteUrl }): Promise<SiteUrl> {
  await saveSiteUrl(tx.query, change.after, tx.at);
  await recordChange(tx, change);
  return change.after;
}

async function recordChange(tx: Tx, { actor, before, after }: Change): Promise<void> {
  const entityId = (after ?? before)?.id ?? '';
  await recordConfigChange(tx, {
    actor,
    chainId: 'site-urls',
    entity: 'site-url',
    entityId,
    before: before ?? null,
    after: after ?? null,
    event: (op) => ({ entity: 'siteUrl', op, id: entityId }),
  });
}
