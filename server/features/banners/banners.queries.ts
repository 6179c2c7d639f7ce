import type { Query } from '#server/db/database.ts';
import { insertStatement, updateStatement } from '#server/db/insert-many.ts';
import { adBanners, carouselSettings } from '#server/db/schema/banners.ts';
import { integer, selectValue } from '#server/db/selection.ts';

const ORDER_LOCK = 7_260_153;

export async function lockOrder(query: Query): Promise<void> {
  await query('SELECT pg_advisory_xact_lock($1)', [ORDER_LOCK]);
}

/** Call it under `lockOrder`. */
export async function nextPlace(query: Query): Promise<number> {
  const next = integer('coalesce(max(display_order) + 1, 0)');
  return (await selectValue(query, next, 'FROM ad_banners')) ?? 0;
}

export async function placeBanners(query: Query, ids: string[]): Promise<void> {
  const rows = ids.map((id, displayOrder) => ({ id, displayOrder }));
  const { text, values } = updateStatement(adBanners, rows, { key: ['id'], set: ['displayOrder'] });
  await query(text, values);
}

export async function findSlideSeconds(query: Query): Promise<number | undefined> {
  return selectValue(query, integer('slide_duration'), 'FROM carousel_settings WHERE id = 1');
}

export async function saveSlideSeconds(
  query: Query,
  seconds: number,
  now: Date,
): Promise<number | undefined> {
  const before = await findSlideSeconds(query);
  const row = { id: 1, slideDuration: seconds, updatedAt: now };
  const { text, values } = insertStatement(carouselSettings, [row]);
  await query(
    `${text} ON CONFLICT (id) DO UPDATE
       SET slide_duration = excluded.slide_duration, updated_at = excluded.updated_at`,
    values,
  );
  return before;
}
