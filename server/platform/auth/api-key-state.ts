import type { ApiKeyState, SuspensionReason } from '#contract/api-keys/rules.ts';
import type { Role, UserStatus } from '#contract/shared/enums.ts';
import { type AppError, appError } from '../runtime/errors.ts';

export interface ApiKeyFacts {
  expiresAt: Date | null;
  revokedAt: Date | null;
  suspensionReason: SuspensionReason | null;
  username: string;
  role: Role;
  status: UserStatus;
}

/** Returns a key's state at `now`. A key is usable only while its owner is an active administrator. */
export function stateOf(key: Omit<ApiKeyFacts, 'username'>, now: Date): ApiKeyState {
  if (key.revokedAt !== null) return 'revoked';
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired';
  const isOwnerAdmin = key.status === 'active' && key.role === 'admin';
  return isOwnerAdmin && key.suspensionReason === null ? 'active' : 'suspended';
}

export function readApiKey(
  key: ApiKeyFacts | undefined,
  now: Date,
): { username: string; role: Role; refusal?: undefined } | { refusal: AppError } {
  const reason = key ? stateOf(key, now) : 'unknown';
  if (!key || reason !== 'active') return { refusal: appError('API_KEY_INVALID', { reason }) };
  return { username: key.username, role: key.role };
}
