import { z } from 'zod';
import { done, forAdmins, id, line } from '../shared/base.ts';
import { API_SCOPES } from '../shared/enums.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import {
  API_KEY_STATES,
  DEFAULT_API_KEY_DAYS,
  LISTED_SUSPENSION_REASONS,
  MAX_API_KEY_DAY_COMMANDS,
  MAX_API_KEY_DAY_PAISE,
  MAX_API_KEY_DAYS,
  MAX_API_KEY_NAME_LENGTH,
} from './rules.ts';

/** The most that a key may approve and adjust on one Indian day; null for no limit. */
const dayPaise = z.int().min(1).max(MAX_API_KEY_DAY_PAISE).nullable();
/** The most commands that a key may carry out on one Indian day; null for no limit. */
const dayCommands = z.int().min(1).max(MAX_API_KEY_DAY_COMMANDS).nullable();
const scopes = z.array(z.enum(API_SCOPES)).max(API_SCOPES.length);

export const apiKey = z.object({
  id,
  name: z.string(),
  scopes,
  lastFour: z.string(),
  ownerName: z.string(),
  state: z.enum(API_KEY_STATES),
  createdAt: z.date(),
  /** Null only for keys from before an expiry was required. */
  expiresAt: z.date().nullable(),
  dayPaise,
  dayCommands,
  /** Rounded to the minute. */
  lastUsedAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
  /** A username; null if the key is not revoked or the account was deleted. */
  revokedBy: z.string().nullable(),
  /** Why the key was suspended. A key is also suspended while its owner is not an active administrator. */
  suspensionReason: z.enum(LISTED_SUSPENSION_REASONS).nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyForm = z.object({
  name: line(MAX_API_KEY_NAME_LENGTH),
  scopes,
  days: z.int().min(1).max(MAX_API_KEY_DAYS).default(DEFAULT_API_KEY_DAYS),
  dayPaise: dayPaise.default(null),
  dayCommands: dayCommands.default(null),
});
export type ApiKeyForm = z.infer<typeof apiKeyForm>;

/** No API key has access to these procedures: a key could otherwise create other keys. */
export const apiKeys = {
  list: forAdmins('api-keys:read')
    .route({ method: 'GET', path: '/api-keys', summary: 'API keys of all administrators' })
    .output(z.array(apiKey)),
  create: forAdmins('api-keys:manage')
    .meta({ stepUp: 'always', approval: ['apiKey'] })
    .route({
      method: 'POST',
      path: '/api-keys',
      summary: 'Create an API key; its secret is shown once',
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
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
    .meta({ stepUp: 'always', approval: ['apiKey'] })
    .route({
      method: 'POST',
      path: '/api-keys/{id}/resume',
      summary: 'Reactivate a suspended API key',
    })
    .errors(errorsOf('STEP_UP_REQUIRED', 'API_KEY_NOT_FOUND', ...SECOND_APPROVAL))
    .input(z.object({ id }))
    .output(done),
};
