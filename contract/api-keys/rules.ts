/** `suspended`: the owner is not an active administrator. */
export const API_KEY_STATES = ['active', 'expired', 'revoked', 'suspended'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];
/**
 * Why API keys are suspended: their owner changed the password, someone else set it, the database was restored, or a rule
 * requires a second approval of a new key.
 */
export const SUSPENSION_REASONS = [
  'password_changed',
  'password_reset',
  'restored',
  'needs_approval',
] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];
/** `not_approved`: no request for the second approval is waiting any more. */
export const LISTED_SUSPENSION_REASONS = [...SUSPENSION_REASONS, 'not_approved'] as const;
export type ListedSuspensionReason = (typeof LISTED_SUSPENSION_REASONS)[number];
/** Lifetimes that the form offers. */
export const API_KEY_DAYS = [30, 90, 365] as const;
export const DEFAULT_API_KEY_DAYS = 90;
/** A year, including a leap day. Keys from before this maximum may have no expiry. */
export const MAX_API_KEY_DAYS = 366;
/** The largest limits that a key can have for one Indian day. */
export const MAX_API_KEY_DAY_PAISE = 1_000_000_000_000;
export const MAX_API_KEY_DAY_COMMANDS = 1_000_000;
export const MAX_API_KEY_NAME_LENGTH = 60;
export const MAX_API_KEYS = 20;
export const MAX_ENDED_API_KEYS = 30;
/** Prefix of every API key, so that secret scanners detect leaked keys. */
export const API_KEY_PREFIX = 'wlt_';
