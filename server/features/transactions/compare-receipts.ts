export {
  type SameRequest,
  selectSameReceipt,
} from './compare-receipts.queries.ts';

import type { Query } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { isSamePicture, readGrid } from '#server/platform/files/picture-hash.ts';
import {
  findGrid,
  insertMatches,
  markCompared,
  type SameRequest,
  selectCandidates,
  selectEqualReceipts,
  selectSameRequests,
  selectUncompared,
  selectUncomparedOf,
} from './compare-receipts.queries.ts';
import { hashOldReceipts } from './hash-receipts.ts';

/** A run of the background job takes some seconds. */
const COMPARED_PER_RUN = 200;

/**
 * Compares the receipts of these pending deposits with all others, unless they were compared before. A receipt is compared
 * after its commit: of two receipts sent concurrently, the one compared later finds the other.
 */
export async function compareReceiptsOf(query: Query, ids: readonly string[]): Promise<void> {
  for (const fileId of await selectUncomparedOf(query, ids)) await compareReceipt(query, fileId);
}

/** Returns the approved and pending deposits with the receipts of these pending deposits, compared with all others. */
export async function findSameRequests(
  query: Query,
  ids: readonly string[],
): Promise<SameRequest[]> {
  const [uncompared, same] = await Promise.all([
    selectUncomparedOf(query, ids),
    selectSameRequests(query, ids),
  ]);
  if (uncompared.length === 0) return same;
  for (const fileId of uncompared) await compareReceipt(query, fileId);
  return selectSameRequests(query, ids);
}

async function compareReceipt(query: Query, fileId: string): Promise<void> {
  const same = await findSameReceipts(query, fileId);
  if (same.length > 0) await insertMatches(query, fileId, same);
  await markCompared(query, fileId);
}

/** Returns the ids of the stored receipts that are equal to this one or look the same. */
async function findSameReceipts(query: Query, fileId: string): Promise<string[]> {
  const [equal, stored, candidates] = await Promise.all([
    selectEqualReceipts(query, fileId),
    findGrid(query, fileId),
    selectCandidates(query, fileId),
  ]);
  const grid = stored && readGrid(stored);
  const near = candidates.filter((other) => grid && isSamePicture(grid, readGrid(other.grid)));
  return [...new Set([...equal, ...near.map((other) => other.fileId)])];
}

/** Compares receipts that were sent since the last run. Then hashes some that an earlier version stored. */
export async function compareNewReceipts(deps: Deps, signal: AbortSignal): Promise<void> {
  const { query } = deps.db;
  const fileIds = await selectUncompared(query, COMPARED_PER_RUN);
  for (const fileId of fileIds) {
    if (signal.aborted) return;
    await compareReceipt(query, fileId);
  }
  if (fileIds.length === COMPARED_PER_RUN) return;
  await hashOldReceipts(deps, signal).catch((error) => {
    if (!signal.aborted) throw error;
  });
}
