import { z } from 'zod';
import { ROLES } from '../shared/enums.ts';
import { ADMIN_ROLES, type Permission } from '../shared/permissions.ts';
import { TRANSACTION_TYPES } from '../transactions/rules.ts';
import { TRANSACTION_STATUSES } from '../transactions/states.ts';

const op = z.enum(['insert', 'update', 'delete']);

/** Holds no private data. `resync`: the resume position is unknown or too old; refetch everything. */
export const liveEvent = z.discriminatedUnion('entity', [
  z.object({
    entity: z.literal('transaction'),
    op,
    id: z.string(),
    userId: z.string(),
    type: z.enum(TRANSACTION_TYPES),
    status: z.enum(TRANSACTION_STATUSES),
    amountPaise: z.int(),
    /** Creation time, which is the sort position in every list. Missing for a deleted transaction. */
    createdAt: z.iso.datetime().optional(),
    audience: z.enum(['owner', 'admin', 'both']),
  }),
  /** A request was claimed, or a decision that can be undone was created or removed. */
  z.object({ entity: z.literal('review'), op, id: z.string() }),
  /** A request for a second approval was made, confirmed or ended. */
  z.object({ entity: z.literal('approval'), op, id: z.string() }),
  z.object({ entity: z.literal('balance'), op, userId: z.string() }),
  z.object({ entity: z.literal('notification'), op, id: z.string() }),
  z.object({ entity: z.literal('bankAccount'), op, id: z.string() }),
  z.object({ entity: z.literal('profile'), op, userId: z.string() }),
  z.object({ entity: z.literal('user'), op, userId: z.string() }),
  z.object({ entity: z.literal('verification'), op, userId: z.string() }),
  z.object({ entity: z.literal('note'), op, userId: z.string() }),
  /** A request to close an account was made or ended. */
  z.object({ entity: z.literal('closure'), op, userId: z.string() }),
  z.object({ entity: z.literal('qrCode'), op, id: z.string() }),
  z.object({ entity: z.literal('source'), op, id: z.string() }),
  z.object({ entity: z.literal('banner'), op, id: z.string() }),
  z.object({ entity: z.literal('carousel'), op }),
  z.object({ entity: z.literal('settings'), op }),
  z.object({ entity: z.literal('siteUrl'), op, id: z.string() }),
  z.object({ entity: z.literal('bank'), op, id: z.string() }),
  z.object({ entity: z.literal('support'), op, id: z.string() }),
  z.object({ entity: z.literal('statement'), op, id: z.string() }),
  z.object({ entity: z.literal('webhook'), op, id: z.string() }),
  z.object({ entity: z.literal('role'), role: z.enum(ROLES), adminRole: z.enum(ADMIN_ROLES) }),
  z.object({ entity: z.literal('sessionEnded'), reason: z.string() }),
  z.object({ entity: z.literal('ready') }),
  z.object({ entity: z.literal('resync') }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** The permission that an administrator needs to receive events about changes by others; null for all. */
export const eventPermissions: Record<LiveEvent['entity'], Permission | null> = {
  transaction: 'requests:read',
  review: 'requests:read',
  approval: 'requests:read',
  balance: 'users:read',
  notification: null,
  bankAccount: 'users:read',
  profile: 'users:read',
  user: 'users:read',
  verification: 'documents:read',
  note: 'users:read',
  closure: 'users:read',
  qrCode: 'content:read',
  source: 'requests:read',
  banner: 'content:read',
  carousel: 'content:read',
  settings: 'settings:read',
  siteUrl: 'content:read',
  bank: 'content:read',
  support: 'messages:read',
  statement: 'statements:read',
  webhook: 'webhooks:read',
  role: null,
  sessionEnded: null,
  ready: null,
  resync: null,
};
