const APPEND_ONLY = 'BEFORE DELETE OR UPDATE OR TRUNCATE';

/** Comparisons of columns as PostgreSQL prints them. */
type Print = (columns: string[]) => string;

const differ = (column: string) => `(old.${column} IS DISTINCT FROM new.${column})`;

/** A comparison of rows: a chain of OR with a bracket for each column. */
const printRows: Print = (columns) =>
  columns.map(differ).reduce((chain, comparison) => `(${chain} OR ${comparison})`);

/** The same comparison in a database that was restored from a dump: a chain without further brackets. */
const printChain: Print = (columns) => `(${columns.map(differ).join(' OR ')})`;

const APPROVAL_COLUMNS = [
  ...['id', 'kind', 'command', 'fingerprint', 'maker_id', 'maker_credential', 'request_key'],
  ...['concerned_id', 'target_id', 'amount_paise', 'reason', 'action', 'entity', 'before', 'after'],
  ...['created_at', 'expires_at'],
];

/** The triggers that compare rows. */
const comparing = {
  approval_requests_final: (print: Print) =>
    "BEFORE UPDATE ON public.approval_requests FOR EACH ROW WHEN (((old.state <> 'waiting'::text) OR ((new.state = 'waiting'::text) " +
    `AND (old.input IS DISTINCT FROM new.input)) OR (new.needed < old.needed) OR ${print(APPROVAL_COLUMNS)})) ` +
    'EXECUTE FUNCTION refuse_approval_change()',
  transactions_final: (print: Print) =>
    "BEFORE UPDATE ON public.transactions FOR EACH ROW WHEN (((old.status <> 'pending'::text) AND " +
    `${print(['status', 'amount_paise', 'type', 'user_id'])})) EXECUTE FUNCTION refuse_redecision()`,
};

/** Triggers that refuse changes, as PostgreSQL prints them without CREATE TRIGGER and their name. */
const guards: Record<string, string> = {
  ledger_entries_append_only: `${APPEND_ONLY} ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  audit_log_append_only: `${APPEND_ONLY} ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  audit_heads_append_only: `${APPEND_ONLY} ON public.audit_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  audit_keys_append_only: `${APPEND_ONLY} ON public.audit_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  audit_requirements_append_only: `${APPEND_ONLY} ON public.audit_requirements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  approval_rules_append_only: `${APPEND_ONLY} ON public.approval_rules FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  approval_confirmations_append_only: `${APPEND_ONLY} ON public.approval_confirmations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  approval_requests_kept:
    'BEFORE DELETE OR TRUNCATE ON public.approval_requests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  approval_requests_final: comparing.approval_requests_final(printRows),
  statement_entries_append_only: `${APPEND_ONLY} ON public.statement_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  statement_matches_kept:
    'BEFORE DELETE OR TRUNCATE ON public.statement_matches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  statement_matches_final:
    "BEFORE UPDATE ON public.statement_matches FOR EACH ROW WHEN (((old.state = 'undone'::text) OR ((old.state = 'accepted'::text) " +
    "AND (new.state <> 'undone'::text)) OR " +
    ['id', 'line_id', 'account_id', 'request_id', 'kind', 'created_at', 'created_by']
      .map(differ)
      .join(' OR ') +
    " OR ((old.state = 'accepted'::text) AND ((old.paise IS DISTINCT FROM new.paise) OR (old.accepted_at IS DISTINCT FROM " +
    'new.accepted_at) OR (old.accepted_by IS DISTINCT FROM new.accepted_by))))) EXECUTE FUNCTION refuse_match_change()',
  transactions_final: comparing.transactions_final(printRows),
};

/**
 * The md5 of the body of each function: a replaced one could allow a change, or hide a row. A migration that replaces a
 * function changes it here, and servers of the version before then report the function.
 */
export const FUNCTIONS: Record<string, string> = {
  refuse_change: 'b516c5b99a95df3c2e4cda333a6dc114',
  refuse_approval_change: '6dcd3ab1fa4af580679565fd9f4a0bf0',
  refuse_redecision: '98f4d45dd2714e089a9f8f72e2afd3a2',
  refuse_match_change: 'fc7a20f196561cf608e0d44eef29f861',
  correct_transaction_search: 'f9173bdf5ffb8a3591b716767017386a',
  digit_grams: 'f4084f0f1f190ff482630d4fc9f2ced1',
  mark_audit_writer: '1009248663eb0213a3e075df40e75f2e',
  mark_change_writer: 'd77073c1847bea31432459296e020fc7',
  mark_entry_writer: '2e05dc89288b45096a58e1937e247618',
  mark_event_writer: '314ab735df7b1daf5d44b3d51a04e758',
  note_changed_adjustment: 'f6bdc6736c3e867eaa3f6196bb5f9e0f',
  note_deleted_transactions: '6f3aade5e425f001c51a387f31f543e1',
  note_deleted_user: '7ecd0091288941d9e87af0667ed3f72e',
  note_inserted_transactions: '0ff226566335232bd43535bc0420dd8b',
  note_profile_search: '570762fe8a5f4f69ae55f0b8ce945312',
  note_transaction_search: '74700e41f5a09b8e6b5ebdd32248c001',
  note_updated_transactions: '6bfaca23ba5dec0a4918dbf0988035ae',
  note_user_search: '8dfbff11cf96c094af03f41480db47ac',
  note_users: '4797ff6bc1c732167f63b6a66e98c7c2',
  record_credited_payment: 'a6e873173e37a71806d723724dbbbe5e',
  post_deleted_lines: '35c0b458600752a5688c9050452397b5',
  post_inserted_lines: '5bbb4c9aab8c684b161fc9ec2aa1753d',
  searched_of_transaction: 'e2c3a4fda321677b416cea67aae818e6',
  searched_with_utr: 'c6081ad9156be13cceeaebef16c8e560',
  shown_of_user: '2df0987f57537a132e16f405591bdfc0',
};

/** Triggers that maintain derived tables or mark writers of events and records. Other invariants check what they write. */
export const MAINTAINING = [
  ...[
    'events_mark_writer',
    'audit_log_mark_writer',
    'transaction_changes_mark_writer',
    'statement_entries_mark_writer',
    'transactions_credit_payment',
    'users_note_insert',
    'users_note_delete',
    'users_note_deletion',
    'users_search_insert',
  ],
  ...['user_profiles_search_insert', 'user_profiles_search_update'],
  ...['insert', 'update', 'delete', 'adjustment'].map((name) => `transactions_note_${name}`),
  ...['transactions_search_insert', 'transactions_search_update'],
  ...['statement_lines_post_insert', 'statement_lines_post_delete'],
];

export const GUARDS = Object.keys(guards);

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const valuesOf = (rows: [string, string][]) =>
  rows.map(([name, expected]) => `(${quoted(name)}, ${quoted(expected)})`).join(', ');
const restored = Object.entries(comparing).map(([name, print]): [string, string] => [
  name,
  print(printChain),
]);

/** A database or role that sets `session_replication_role` disables all triggers without a change of any. */
export const guardProblems = `
  SELECT expected.name, CASE WHEN t.oid IS NULL THEN 'the trigger is missing'
      WHEN t.tgenabled NOT IN ('O', 'A') THEN 'the trigger is disabled' ELSE 'the trigger was changed' END AS problem
  FROM (VALUES ${valuesOf([...Object.entries(guards), ...MAINTAINING.map((name): [string, string] => [name, ''])])})
    AS expected (name, definition)
  LEFT JOIN pg_trigger t ON t.tgname = expected.name AND NOT t.tgisinternal
    AND EXISTS (SELECT FROM pg_class c WHERE c.oid = t.tgrelid AND c.relnamespace = 'public'::regnamespace)
  WHERE t.oid IS NULL OR t.tgenabled NOT IN ('O', 'A') OR (expected.definition <> ''
    AND (expected.name, pg_get_triggerdef(t.oid)) NOT IN (
      SELECT name, 'CREATE TRIGGER ' || name || ' ' || definition
      FROM (VALUES (expected.name, expected.definition), ${valuesOf(restored)}) AS printed (name, definition)))
  UNION ALL
  SELECT expected.name, 'the function was changed'
  FROM (VALUES ${valuesOf(Object.entries(FUNCTIONS))}) AS expected (name, body)
  WHERE (SELECT count(*) = 0 OR bool_or(md5(p.prosrc) <> expected.body) FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.proname = expected.name)
  UNION ALL
  SELECT t.tgname || ' on ' || c.relname, 'there is no such trigger in this version'
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace AND t.tgname <> ALL (ARRAY[${[
    ...Object.keys(guards),
    ...MAINTAINING,
  ].map(quoted)}])
  UNION ALL
  SELECT 'session_replication_role', 'all triggers are disabled'
  WHERE current_setting('session_replication_role') = 'replica'
    OR EXISTS (SELECT FROM pg_db_role_setting WHERE 'session_replication_role=replica' = ANY (setconfig)
      AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
      AND (setrole = 0 OR has_table_privilege(setrole, 'ledger_entries', 'INSERT')))`;
