import { createHash } from 'node:crypto';
import type { Language, Role } from '#contract/shared/enums.ts';
import type { Query } from '#server/db/database.ts';
import { insertStatement } from '#server/db/insert-many.ts';
import { translations } from '#server/db/schema/translations.ts';
import { computed, select, selectionOf, text, together } from '#server/db/selection.ts';

const WRITTEN = `
  SELECT unnest(ARRAY[title, description]) AS text, is_active AS for_users FROM ad_banners
  UNION ALL SELECT unnest(ARRAY[title, description]), is_active FROM site_urls
  UNION ALL SELECT unnest(ARRAY[name, description]), is_active FROM qr_codes
  UNION ALL SELECT name, is_active FROM banks
  UNION ALL SELECT unnest(ARRAY[name, description]), false FROM sources`;
const writtenText = computed({ written: text('text') });
const translated = together(
  computed({ hash: text(`encode(t.text_hash, 'hex')`) }),
  selectionOf(translations, 't', ['translated']),
);

/** Returns those of the texts that an administrator wrote and `role` may read. */
export async function selectWritten(query: Query, texts: string[], role: Role): Promise<string[]> {
  const statement = `SELECT DISTINCT ${writtenText.sql} FROM (${WRITTEN}) AS written
    WHERE text = ANY($1) AND (for_users OR $2)`;
  const rows = await select(query, writtenText, statement, [texts, role === 'admin']);
  return rows.map(({ written }) => written);
}

interface TranslationRequest {
  language: Language;
  provider: string;
}

export async function selectTranslations(
  query: Query,
  { texts, language, provider }: TranslationRequest & { texts: string[] },
): Promise<Map<string, string>> {
  const byHash = new Map(texts.map((text) => [hashOf(text).toString('hex'), text]));
  const statement = `SELECT ${translated.sql} FROM translations t
    WHERE text_hash = ANY($1) AND language = $2 AND provider = $3`;
  const rows = await select(query, translated, statement, [texts.map(hashOf), language, provider]);
  return new Map(rows.map(({ hash, translated }) => [byHash.get(hash) ?? '', translated]));
}

export async function saveTranslation(
  query: Query,
  {
    text,
    now,
    ...translation
  }: TranslationRequest & { text: string; translated: string; now: Date },
): Promise<void> {
  const row = { ...translation, textHash: hashOf(text), createdAt: now };
  const insert = insertStatement(translations, [row]);
  await query(`${insert.text} ON CONFLICT DO NOTHING`, insert.values);
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
