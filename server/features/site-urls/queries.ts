import type { SiteUrl } from '#contract/site-urls/schema.ts';
import type { Query } from '#server/db/database.ts';

const columns =
  'id, title, url, description, display_order AS "displayOrder", is_active AS "isActive"';
const order = 'ORDER BY display_order, created_at, id';

export async function selectSiteUrls(query: Query): Promise<SiteUrl[]> {
  return query(`SELECT ${columns} FROM site_urls ${order}`);
}

export async function selectActiveSiteUrls(query: Query): Promise<SiteUrl[]> {
  return query(`SELECT ${columns} FROM site_urls WHERE is_active ${order}`);
}

export async function lockSiteUrl(query: Query, id: string): Promise<SiteUrl | undefined> {
  const [row] = await query<SiteUrl>(`SELECT ${columns} FROM site_urls WHERE id = $1 FOR UPDATE`, [
    id,
  ]);
  return row;
}

export async function saveSiteUrl(query: Query, row: SiteUrl, now: Date): Promise<void> {
  await query(
    `INSERT INTO site_urls (id, title, url, description, display_order, is_active, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO UPDATE SET title = excluded.title, url = excluded.url,
       description = excluded.description, display_order = excluded.display_order,
       is_active = excluded.is_active`,
    [row.id, row.title, row.url, row.description, row.displayOrder, row.isActive, now],
  );
}

export async function deleteSiteUrl(query: Query, id: string): Promise<void> {
  await query('DELETE FROM site_urls WHERE id = $1', [id]);
}
