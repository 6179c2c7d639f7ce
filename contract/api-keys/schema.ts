import { z } from 'zod';
import { done, forAdmins, id, line } from '../shared/base.ts';
import { API_SCOPES } from '../shared/enums.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import {
  API_KEY_DAYS,
  API_KEY_STATES,
  MAX_API_KEY_NAME_LENGTH,
  SUSPENSION_REASONS,
} from './rules.ts';

const scopes = z.array(z.enum(API_SCOPES)).max(API_SCOPES.length);

export const apiKey = z.object({
  id,
  name: z.string(),
  scopes,
  lastFour: z.string(),
  ownerName: z.string(),
  state: z.enum(API_KEY_STATES),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  /** Rounded to the minute. */
  lastUsedAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  /** A username; null if the key is not revoked or the account was deleted. */
  revokedBy: z.string().nullable(),
  /** Why the key was suspended. A key is also suspended while its owner is not an active administrator. */
  suspensionReason: z.enum(SUSPENSION_REASONS).nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyForm = z.object({
  name: line(MAX_API_KEY_NAME_LENGTH),
  scopes,
  days: z.literal(API_KEY_DAYS).nullable(),
});
export type ApiKeyForm = z.infer<typeof apiKeyForm>;

/** No API key has access to these procedures: a key could otherwise create other keys. */
export const apiKeys = {
  list: forAdmins('api-keys:read')
    .route({ method: 'GET', path: '/api-keys', summary: 'API keys of all administrators' })
    .output(z.array(apiKey)),
  create: forAdmins('api-keys:manage')
    .meta({ approval: ['apiKey'] })
    .route({
      method: 'POST',
      path: '/api-keys',
      summary: 'Create an API key; its secret is shown once',
    })
    .errors(
      errorsOf(
        'API_KEY_NAME_REQUIRED',
        'API_KEY_SCOPES_REQUIRED',
        'TOO_MANY_API_KEYS',
        'TOO_MANY_APPROVALS',
      ),
    )
    .input(apiKeyForm)
    .output(z.object({ key: apiKey, secret: z.string() })),
  revoke: forAdmins('api-keys:manage')
    .route({ method: 'DELETE', path: '/api-keys/{id}', summary: 'Revoke an API key immediately' })
    .errors(errorsOf('API_KEY_NOT_FOUND'))
    .input(z.object({ id }))
    .output(done),
  resume: forAdmins('api-keys:manage')
    .meta({ approval: ['apiKey'] })
    .route({
      method: 'POST',
      path: '/api-keys/{id}/resume',
      summary: 'Reactivate a suspended API key',
    })
    .errors(errorsOf('API_KEY_NOT_FOUND', ...SECOND_APPROVAL))
    .input(z.object({ id }))
    .output(done),
};
