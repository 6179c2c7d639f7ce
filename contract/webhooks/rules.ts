/** Maximum number of webhooks, and how long a replaced secret stays valid next to the new one. */
export const MAX_WEBHOOKS = 10;
export const SECRET_OVERLAP_HOURS = 24;
export const MAX_DELIVERY_ATTEMPTS = 11;
export const DELIVERIES_KEPT_DAYS = 30;

/**
 * Why the server disabled a webhook: the receiver returned 410, every delivery failed for days, or the responsible
 * administrator was deleted, demoted or deactivated. A new webhook can need a second approval.
 */
export const STOP_REASONS = [
  'gone',
  'failing',
  'owner_deleted',
  'owner_demoted',
  'owner_deactivated',
  'needs_approval',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];
/** `not_approved`: no request for the second approval is waiting any more. */
export const LISTED_STOP_REASONS = [...STOP_REASONS, 'not_approved'] as const;
