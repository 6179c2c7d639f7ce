import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { LANGUAGES } from '#contract/shared/enums.ts';
import { bytea, createdAt } from './columns.ts';

export const translations = pgTable(
  'translations',
  {
    textHash: bytea('text_hash').notNull(),
    language: text('language', { enum: LANGUAGES }).notNull(),
    provider: text('provider').notNull(),
    translated: text('translated').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ name: 'translations_pkey', columns: [t.textHash, t.language, t.provider] })],
);
