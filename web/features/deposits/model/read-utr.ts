import { type Reading, readText } from '#web/lib/files/read-text.ts';
import { findUtr } from './receipt-text.ts';

/** Reads the UTR from a receipt; undefined if none was found. Throws like `readText`. */
export async function readUtr(receipt: File, reading: Reading): Promise<string | undefined> {
  return findUtr(await readText(receipt, reading));
}
