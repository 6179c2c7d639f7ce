import type { ApiKeyState, SuspensionReason } from '#contract/api-keys/rules.ts';
import type { UserStatus } from '#contract/shared/enums.ts';
import type { Rights } from '#contract/shared/permissions.ts';
import { type AppError, appError } from '../../base/errors.ts';

export interface ApiKeyFacts extends Rights {
  expiresAt: Date | null;
  revokedAt: Date | null;
  suspensionReason: SuspensionReason | null;
  username: string;
  status: UserStatus;
}

/** Returns a key's state at `now`. A key is usable only while its owner is an active administrator. */
export function stateOf(key: Omit<ApiKeyFacts, 'username' | 'adminRole'>, now: Date): ApiKeyState {
  if (key.revokedAt !== null) return 'revoked';
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired';
  const isOwnerAdmin = key.status === 'active' && key.role === 'admin';
  return isOwnerAdmin && key.suspensionReason === null ? 'active' : 'suspended';
}

export function readApiKey(
  key: ApiKeyFacts | undefined,
  now: Date,
): ({ username: string; refusal?: undefined } & Rights) | { refusal: AppError } {
  const reason = key ? stateOf(key, now) : 'unknown';
  if (!key || reason !== 'active') return { refusal: appError('API_KEY_INVALID', { reason }) };
  return { username: key.username, role: key.role, adminRole: key.adminRole };
}
