import {
  MAX_LISTED,
  type SavedMapping,
  type StatementColumns,
} from '#contract/statements/rules.ts';
import type {
  StatementForm,
  StatementPreview,
  StatementReading,
} from '#contract/statements/schema.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { type Actor, requireStepUpToGrant } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import type { PackedStatement } from '#server/statement-files/packed-lines.ts';
import { readInWorker } from '#server/statement-files/read-in-worker.ts';
import { ReadersBusy } from '#server/statement-files/reading-turns.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { getSetting } from '../settings/settings.ts';
import { endProposalsOfImport } from './accept-matches.ts';
import {
  type AccountRow,
  findAccount,
  findImport,
  type ImportRow,
  insertImport,
  insertNewLines,
  isFollowed,
  lockAccount,
  removeLines,
  saveMapping,
  selectMappings,
} from './import-statement.queries.ts';
import { listRecognized, toPreview } from './import-views.ts';
import { compareLines, saveKeys } from './recognize-lines.ts';

const CHAIN = 'statements';

/**
 * Reads a bank statement, and stores its new lines unless it is a preview. Concurrent imports of an account run one
 * after another, so that a line is stored once. Throws STATEMENT_ACCOUNT_NOT_FOUND, STATEMENT_UNREADABLE,
 * STATEMENT_READERS_BUSY or IDEMPOTENCY_CONFLICT, or STEP_UP_REQUIRED while matches are approved automatically.
 */
export async function importStatement(
  deps: Deps,
  actor: Actor,
  { form, file }: { form: StatementForm; file: string },
): Promise<StatementReading> {
  const account = requireActive(await findAccount(deps.db.query, form.accountId));
  const saved = form.useSaved ? await selectMappings(deps.db.query) : [];
  const { mapping, dateOrder } = form;
  const options = { mapping, dateOrder, saved, reader: actor.userId };
  const reading = await readInWorker(file, options).catch(toBusy);
  if (reading.kind === 'fault') {
    throw appError('STATEMENT_UNREADABLE', { fault: reading.fault, row: reading.row });
  }
  if (reading.kind === 'mapping') {
    const { kind, rows, headingRow, suggested } = reading;
    return { kind, rows, headingRow, suggested };
  }
  if (reading.kind === 'dates') return { kind: 'dates', samples: reading.samples };
  if (!form.isImport) {
    const compared = await compareLines(deps.db.query, { form, reading });
    if ('kind' in compared) return compared;
    return toPreview(account, reading, { ...compared, importId: null });
  }
  // Its lines can approve deposits, as the administrator could with a confirmed session.
  const importer = requireStepUpToGrant(actor, await getSetting(deps.db.query, 'autoApproval'));
  return runCommand(deps, importer, (tx) => store(tx, { actor: importer, form, reading }));
}

function confirmedSessionOf({ credential, isConfirmed = false }: Actor): string | null {
  return credential.kind === 'session' && isConfirmed ? credential.id : null;
}

function toBusy(error: unknown): never {
  throw error instanceof ReadersBusy ? appError('STATEMENT_READERS_BUSY') : error;
}

function requireActive(account: AccountRow | undefined): AccountRow {
  if (!account?.isActive) throw appError('STATEMENT_ACCOUNT_NOT_FOUND');
  return account;
}

interface Import {
  actor: Actor;
  form: StatementForm;
  reading: PackedStatement;
}

async function store(tx: Tx, { actor, form, reading }: Import): Promise<StatementReading> {
  const account = requireActive(await lockAccount(tx, form.accountId));
  const id = form.requestKey ?? newId();
  const earlier = form.requestKey && (await findImport(tx.query, id));
  if (earlier) return repeat(earlier, account, reading);
  const compared = await compareLines(tx.query, { form, reading });
  if ('kind' in compared) return compared;
  const { newLines, recognized } = compared;
  const { skipped, gaps, lineCount, firstDay, lastDay } = reading;
  const row: ImportRow = {
    id,
    accountId: account.id,
    importedBy: actor.userId,
    createdAt: tx.at,
    fileName: form.fileName,
    sha256: reading.sha256,
    format: reading.format,
    layout: reading.layout,
    newLines,
    knownLines: lineCount - newLines,
    skippedRows: skipped.length,
    gapCount: gaps.length,
    problems: {
      ...{ skipped: skipped.slice(0, MAX_LISTED), gaps: gaps.slice(0, MAX_LISTED) },
      ...listRecognized(recognized),
    },
    ...{ firstDay, lastDay },
    undoneAt: null,
    undoneBy: null,
    confirmedSessionId: confirmedSessionOf(actor),
    ...{ matchedPaise: 0, matchedRows: 0, isMatched: false },
  };
  await insertImport(tx, row);
  await saveKeys(tx, { recognized, accountId: account.id, importId: id });
  for (const part of reading.parts) {
    await insertNewLines(tx, { accountId: account.id, importId: id, part });
  }
  if (form.remember) await remember(tx, { actor, form, reading });
  await record(tx, actor, { action: 'statement.import', row });
  if (await getSetting(tx.query, 'autoApproval')) {
    await notifyOfChange(tx, { kind: 'statementImported', actor });
  }
  return toPreview(account, reading, { ...compared, importId: id });
}

/** Returns the outcome of an import that was sent again. */
function repeat(
  earlier: ImportRow,
  account: AccountRow,
  reading: PackedStatement,
): StatementPreview {
  const isSame = earlier.accountId === account.id && earlier.sha256 === reading.sha256;
  if (!isSame || earlier.undoneAt !== null) throw appError('IDEMPOTENCY_CONFLICT');
  const { newLines, problems, id } = earlier;
  const { recognized = [], recognizedLines = 0 } = problems;
  return {
    ...toPreview(account, reading, { newLines, recognized: [], importId: id }),
    recognizedLines,
    recognized: recognized as StatementPreview['recognized'], // cast: reasons are stored as text
  };
}

/** Removes the lines of an import. Throws STATEMENT_IMPORT_NOT_FOUND, STATEMENT_IMPORT_FOLLOWED or STATEMENT_IMPORT_USED. */
export async function undoImport(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const found = await findImport(tx.query, id);
    if (found) await lockAccount(tx, found.accountId);
    // Again, because a concurrent command may have undone it before the lock.
    const row = found && (await findImport(tx.query, id));
    if (!row || row.undoneAt !== null) throw appError('STATEMENT_IMPORT_NOT_FOUND');
    if (await isFollowed(tx.query, row)) throw appError('STATEMENT_IMPORT_FOLLOWED');
    await endProposals(tx, id, actor);
    await removeLines(tx, { id, undoneBy: actor.userId });
    await record(tx, actor, { action: 'statement.undo', row });
  });
}

async function endProposals(tx: Tx, importId: string, actor: Actor): Promise<void> {
  const isUsed = await endProposalsOfImport(tx, { importId, endedBy: actor.userId });
  if (isUsed) throw appError('STATEMENT_IMPORT_USED');
}

async function record(
  tx: Tx,
  actor: Actor,
  { action, row }: { action: 'statement.import' | 'statement.undo'; row: ImportRow },
): Promise<void> {
  const { id, accountId, sha256, newLines, knownLines, skippedRows } = row;
  const facts = { accountId, sha256, newLines, knownLines, skippedRows };
  const change =
    action === 'statement.import' ? { before: null, after: facts } : { before: facts, after: null };
  await recordAudit(tx, {
    actor,
    entries: [{ action, entity: 'statement', entityId: id, chainId: CHAIN, ...change }],
  });
  publish(tx, [{ forAdmins: true, payload: { entity: 'statement', op: 'update', id } }]);
}

async function remember(
  tx: Tx,
  { actor, form, reading }: Pick<Import, 'actor' | 'form' | 'reading'>,
): Promise<void> {
  const mapping = toSaved(form, reading);
  if (!mapping) return;
  await saveMapping(tx, { ...mapping, savedBy: actor.userId });
  await recordAudit(tx, {
    actor,
    entries: [
      {
        action: 'statement-mapping.save',
        entity: 'statement-mapping',
        entityId: mapping.fingerprint,
        chainId: CHAIN,
        before: null,
        after: {},
      },
    ],
  });
}

/** Returns undefined if the file has no headings, or a column without one. */
function toSaved(
  { mapping, dateOrder }: StatementForm,
  { fingerprint, positions }: PackedStatement,
): SavedMapping | undefined {
  if (fingerprint === null || (!mapping && !dateOrder)) return undefined;
  if (!mapping) return { fingerprint, columns: null, signs: null, dateOrder: dateOrder ?? null };
  const columns = toOrdinals(mapping.columns, positions);
  return columns && { fingerprint, columns, signs: mapping.signs, dateOrder: mapping.dateOrder };
}

/** Replaces each index of a column by its number among the columns with a heading. */
function toOrdinals(
  columns: StatementColumns,
  positions: readonly number[],
): StatementColumns | undefined {
  const used = Object.values(columns).flat() as number[]; // cast: every value is an index or a list of them
  if (used.some((at) => !positions.includes(at))) return undefined;
  const move = (at: number) => positions.indexOf(at);
  return Object.fromEntries(
    Object.entries(columns).map(([role, at]) => [
      role,
      Array.isArray(at) ? at.map(move) : move(at),
    ]),
  ) as unknown as StatementColumns; // cast: the same roles
}
