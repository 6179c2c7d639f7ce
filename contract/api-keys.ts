import { z } from 'zod';
import { done, forAdmins, id, line } from './base.ts';
import { errorsOf } from './errors.ts';
import {
  API_KEY_DAYS,
  API_KEY_STATES,
  API_SCOPES,
  MAX_API_KEY_NAME_LENGTH,
  SUSPENSION_REASONS,
} from './rules.ts';

const scopes = z.array(z.enum(API_SCOPES)).max(API_SCOPES.length);

/** A key by which a program acts as the administrator who made it. Its secret is shown once and stored nowhere. */
export const apiKey = z.object({
  id,
  name: z.string(),
  scopes,
  /** What its secret ends with. */
  lastFour: z.string(),
  ownerName: z.string(),
  state: z.enum(API_KEY_STATES),
  createdAt: z.date(),
  /** Null for never. */
  expiresAt: z.date().nullable(),
  /** To the minute. */
  lastUsedAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  /** A username; null while it is not revoked, or when that account is gone. */
  revokedBy: z.string().nullable(),
  /** Why it was suspended, until an administrator resumes it. A key is suspended too while its owner is no active administrator. */
  suspensionReason: z.enum(SUSPENSION_REASONS).nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyForm = z.object({
  name: line(MAX_API_KEY_NAME_LENGTH),
  scopes,
  /** After how many days it ends by itself; null for never. */
  days: z.literal(API_KEY_DAYS).nullable(),
});
export type ApiKeyForm = z.infer<typeof apiKeyForm>;

/** No key may call these: whoever has one could make others. */
export const apiKeys = {
  list: forAdmins
    .route({ method: 'GET', path: '/api-keys', summary: 'API keys of all administrators' })
    .output(z.array(apiKey)),
  create: forAdmins
    .route({
      method: 'POST',
      path: '/api-keys',
      summary: 'Make an API key; its secret is shown once',
    })
    .errors(errorsOf('API_KEY_NAME_REQUIRED', 'API_KEY_SCOPES_REQUIRED', 'TOO_MANY_API_KEYS'))
    .input(apiKeyForm)
    .output(z.object({ key: apiKey, secret: z.string() })),
  revoke: forAdmins
    .route({ method: 'DELETE', path: '/api-keys/{id}', summary: 'Revoke an API key at once' })
    .errors(errorsOf('API_KEY_NOT_FOUND'))
    .input(z.object({ id }))
    .output(done),
  resume: forAdmins
    .route({
      method: 'POST',
      path: '/api-keys/{id}/resume',
      summary: 'Accept an API key again that a change of password suspended',
    })
    .errors(errorsOf('API_KEY_NOT_FOUND'))
    .input(z.object({ id }))
    .output(done),
};
