import { MIGRATIONS_TABLE, type Migration } from '#server/db/migrations.ts';

/** Returns SQL that makes an empty database one of this version, from which tests of later versions upgrade. */
export function schemaOf(version: string, migrations: Migration[]): string {
  const statements = migrations.flatMap((migration) => migration.statements);
  const rows = migrations.map(({ hash, createdAt }) => `('${hash}', ${createdAt})`);
  return [
    `-- A database of the release ${version}. Written by npm run release.`,
    ...statements.map((statement) => (statement.endsWith(';') ? statement : `${statement};`)),
    'CREATE SCHEMA drizzle;',
    `CREATE TABLE ${MIGRATIONS_TABLE} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint);`,
    `INSERT INTO ${MIGRATIONS_TABLE} (hash, created_at) VALUES\n  ${rows.join(',\n  ')};\n`,
  ].join('\n\n');
}
