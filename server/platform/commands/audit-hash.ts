import { createHash } from 'node:crypto';
import { canonicalJson } from '../../base/fingerprint.ts';

/** The previous hash of the first row of every chain. */
export const GENESIS_HASH = Buffer.alloc(32);

interface HashedRow {
  chainId: string;
  seq: number;
  id: string;
  actorId: string | null;
  action: string;
  entity: string;
  entityId: string | null;
  before: object | null;
  after: object | null;
  ip: string | null;
  createdAt: Date;
}

export function hashAuditRow(previousHash: Buffer, row: HashedRow): Buffer {
  const { chainId, seq, id, actorId, action, entity, entityId, before, after, ip } = row;
  const createdAt = row.createdAt.toISOString();
  const told = {
    chainId,
    seq,
    id,
    actorId,
    action,
    entity,
    entityId,
    before,
    after,
    ip,
    createdAt,
  };
  return createHash('sha256').update(previousHash).update(canonicalJson(told)).digest();
}
