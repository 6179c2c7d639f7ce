import type { ApiKeyState, Role, SuspensionReason, UserStatus } from '#contract/rules.ts';
import { type AppError, appError } from './errors.ts';

/** What decides whether an API key may still be used, with its owner as they are now. */
export interface ApiKeyFacts {
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Null unless it was suspended by itself, whoever its owner is now. */
  suspensionReason: SuspensionReason | null;
  username: string;
  role: Role;
  status: UserStatus;
}

/** What a key is worth at `now`: never more than whoever made it may do at that moment. */
export function stateOf(key: Omit<ApiKeyFacts, 'username'>, now: Date): ApiKeyState {
  if (key.revokedAt !== null) return 'revoked';
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired';
  const isOwnerAdmin = key.status === 'active' && key.role === 'admin';
  return isOwnerAdmin && key.suspensionReason === null ? 'active' : 'suspended';
}

/** Whom a key acts as at `now`, or API_KEY_INVALID with the reason: it is told to who holds the secret alone. */
export function readApiKey(
  key: ApiKeyFacts | undefined,
  now: Date,
): { username: string; role: Role; refusal?: undefined } | { refusal: AppError } {
  const reason = key ? stateOf(key, now) : 'unknown';
  if (!key || reason !== 'active') return { refusal: appError('API_KEY_INVALID', { reason }) };
  return { username: key.username, role: key.role };
}
