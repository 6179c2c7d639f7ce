import { DEFAULT_CAROUSEL_SECONDS, UNSAVED_SLIDE_SECONDS } from '#contract/banners/rules.ts';
import type { Banner, BannerForm } from '#contract/banners/schema.ts';
import { parseWebUrl } from '#contract/shared/text.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import { adBanners } from '#server/db/schema/banners.ts';
import { selectionOf } from '#server/db/selection.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { recordConfigChange } from '#server/platform/commands/config-change.ts';
import { publish } from '#server/platform/events/outbox.ts';
import type { StoredFile } from '#server/platform/files/stored-images.ts';
import { defineCatalogue, defineImages, requireDeletionApproval } from '../catalogue/catalogue.ts';
import {
  findSlideSeconds,
  lockOrder,
  nextPlace,
  placeBanners,
  saveSlideSeconds,
} from './banners.queries.ts';

const images = defineImages('/files/banner-images/');

const banners = defineCatalogue({
  rows: {
    table: adBanners,
    columns: selectionOf(adBanners, 't'),
    isListed: 'true',
    order: 'display_order, created_at DESC, id DESC',
    deletion: 'row',
  },
  notFound: 'BANNER_NOT_FOUND',
  chainId: 'banners',
  toAudit: (states) => ({ entity: 'banner', ...states }),
  toEvent: (change) => ({ entity: 'banner', ...change }),
  beforeRemove: (tx, { actor, row }) =>
    requireDeletionApproval(tx, {
      ...{ actor, command: 'banners.remove', id: row.id },
      change: { action: 'banner.delete', entity: 'banner', before: row, after: null },
    }),
  lockFirst: (tx) => lockOrder(tx.query),
  onRemove: (deps, tx, { imageUrl }) => images.remove(deps, tx, imageUrl),
});

export const listBanners = banners.list;

export async function getCarousel({ db }: Deps) {
  const [active, saved] = await Promise.all([
    banners.listActive({ db }),
    findSlideSeconds(db.query),
  ]);
  return { banners: active, slideSeconds: saved ?? UNSAVED_SLIDE_SECONDS };
}

export async function getCarouselSettings({ db }: Deps) {
  const saved = await findSlideSeconds(db.query);
  return { slideSeconds: saved ?? DEFAULT_CAROUSEL_SECONDS, saved: saved !== undefined };
}

export async function createBanner(
  deps: Deps,
  actor: Actor,
  { form, image }: { form: BannerForm; image: StoredFile },
): Promise<Banner> {
  const fields = readForm(form);
  return banners.create(deps, actor, async (tx) => ({
    ...fields,
    id: newId(),
    displayOrder: await nextPlace(tx.query),
    imageUrl: await images.store(tx, { actor, image }),
    createdAt: tx.at,
  }));
}

export async function updateBanner(
  deps: Deps,
  actor: Actor,
  { id, form, image }: { id: string; form: Partial<BannerForm>; image?: StoredFile },
): Promise<Banner> {
  return banners.change(deps, actor, {
    id,
    build: async (before, tx) => {
      const after = { ...before, ...readForm({ ...toForm(before), ...form }) };
      if (!image) return after;
      await images.remove(deps, tx, before.imageUrl);
      return { ...after, imageUrl: await images.store(tx, { actor, image }) };
    },
  });
}

/** Throws ORDER_CHANGED unless `ids` contains each banner exactly once. */
export async function reorderBanners(deps: Deps, actor: Actor, ids: string[]): Promise<Banner[]> {
  return runCommand(deps, actor, async (tx) => {
    await lockOrder(tx.query);
    const before = (await banners.listIn(tx)).map((banner) => banner.id);
    const after = [...new Set(ids.map((id) => id.toLowerCase()))];
    const isComplete = after.length === ids.length && after.length === before.length;
    if (!isComplete || !after.every((id) => before.includes(id))) throw appError('ORDER_CHANGED');
    await placeBanners(tx.query, after);
    await recordAudit(tx, {
      actor,
      entries: [
        {
          chainId: 'banners',
          action: 'banner.reorder',
          entity: 'banner',
          entityId: 'all',
          before: { ids: before },
          after: { ids: after },
        },
      ],
    });
    // Screens refetch the list whatever the id.
    const payload = { entity: 'banner', op: 'update', id: after[0] ?? '' } as const;
    publish(tx, [{ forEveryone: true, payload }]);
    return banners.listIn(tx);
  });
}

export const removeBanner = banners.remove;

export async function setCarousel(deps: Deps, actor: Actor, slideSeconds: number): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    await lockOrder(tx.query);
    const saved = await saveSlideSeconds(tx.query, slideSeconds, tx.at);
    await recordConfigChange(tx, {
      actor,
      chainId: 'banners',
      entity: 'carousel',
      entityId: 'carousel',
      before: { slideSeconds: saved ?? null },
      after: { slideSeconds },
      event: (op) => ({ entity: 'carousel', op }),
    });
  });
}

function toForm({ title, description, linkUrl, isActive }: Banner): BannerForm {
  return { title, description: description ?? '', linkUrl: linkUrl ?? '', isActive };
}

function readForm({ title, description, linkUrl, isActive }: BannerForm) {
  if (title === '') throw appError('BANNER_TITLE_REQUIRED');
  return { title, description: description || null, linkUrl: readLink(linkUrl), isActive };
}

function readLink(typed: string): string | null {
  if (typed.trim() === '') return null;
  const url = parseWebUrl(typed);
  if (url === undefined) throw appError('INVALID_URL');
  return url;
}
