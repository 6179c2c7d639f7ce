import type { Query } from '../db/database.ts';

/** Objects of extensions are left out, and names of constraints NOT NULL, which PostgreSQL chooses since version 18. */
const OBJECTS = `
  SELECT 'extension ' || extname AS object, '' AS definition FROM pg_extension
  UNION ALL
  SELECT concat_ws(' ', 'column', c.relname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname),
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
      'identity:' || nullif(a.attidentity::text, ''), 'generated:' || nullif(a.attgenerated::text, ''), pg_get_expr(d.adbin, d.adrelid),
      'storage:' || a.attstorage::text, 'compression:' || nullif(a.attcompression::text, ''), 'statistics:' || nullif(a.attstattarget, -1),
      'collation:' || nullif(a.attcollation, t.typcollation))
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')
  UNION ALL
  SELECT concat_ws(' ', 'relation', c.relkind, c.relname),
    concat_ws(' ', 'persistence:' || c.relpersistence::text, 'security:' || c.relrowsecurity, 'identity:' || c.relreplident::text,
      'options:' || array_to_string(c.reloptions, ','), 'toast:' || array_to_string(toast.reloptions, ','),
      'rights:' || array_to_string(coalesce(c.relacl, acldefault(CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", c.relowner)), ','),
      'comment:' || obj_description(c.oid, 'pg_class'), CASE c.relkind WHEN 'v' THEN pg_get_viewdef(c.oid) END)
  FROM pg_class c LEFT JOIN pg_class toast ON toast.oid = c.reltoastrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind NOT IN ('i', 'I')
  UNION ALL
  SELECT 'sequence ' || s.seqrelid::regclass, concat_ws(' ', s.seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle)
  FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid WHERE c.relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname), pg_get_constraintdef(oid)
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
  UNION ALL
  SELECT 'index ' || indexrelid::regclass, concat_ws(' ', pg_get_indexdef(indexrelid), CASE WHEN NOT indisvalid THEN 'invalid' END)
  FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE c.relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT concat_ws(' ', 'trigger', tgrelid::regclass, tgname), concat_ws(' ', tgenabled, pg_get_triggerdef(oid))
  FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid)
  FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' AND NOT EXISTS (
    SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')`;

/** Returns every object of the schema with its definition. Databases with equal schemas have equal lines, if their owner is the same. */
export async function describeSchema(query: Query): Promise<string[]> {
  const rows = await query<{ object: string; definition: string }>(
    `SELECT object, definition FROM (${OBJECTS}) AS found ORDER BY object COLLATE "C", definition COLLATE "C"`,
  );
  return rows.map(({ object, definition }) => `${object}: ${definition}`);
}
