import { z } from 'zod';
import { cursor, done, forAdmins, id, line, pageOf, pageSize } from '../shared/base.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_URL_LENGTH } from '../shared/limits.ts';
import { LISTED_STOP_REASONS } from './rules.ts';
import { WEBHOOK_TEST, webhookEventNames } from './webhook-events.ts';

const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
/** Why an attempt failed: timeout, forbidden address, unknown host, certificate, connection, or HTTP status. */
const DELIVERY_FAILURES = [
  'timeout',
  'private',
  'name',
  'certificate',
  'connection',
  'answer',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

export const webhook = z.object({
  id,
  url: z.string(),
  description: z.string(),
  eventTypes: z.array(z.enum(webhookEventNames)),
  isActive: z.boolean(),
  stopReason: z.enum(LISTED_STOP_REASONS).nullable(),
  /** When the first of the failed attempts since the last success was made; null after a success. */
  failingSince: z.date().nullable(),
  previousSecretUntil: z.date().nullable(),
  /** Number of pending deliveries, at most 1000. */
  pending: z.int(),
  createdAt: z.date(),
});
export type Webhook = z.infer<typeof webhook>;

const fields = {
  url: z.string().trim().max(MAX_URL_LENGTH),
  description: line(MAX_DESCRIPTION_LENGTH),
  eventTypes: z.array(z.enum(webhookEventNames)).max(webhookEventNames.length),
  isActive: z.boolean(),
};
export const webhookForm = z.object({
  ...fields,
  description: fields.description.default(''),
  isActive: fields.isActive.default(true),
});
export type WebhookForm = z.infer<typeof webhookForm>;

export const delivery = z.object({
  /** Id of the event, sent as `webhook-id`: equal for all webhooks and attempts. */
  id,
  type: z.enum([...webhookEventNames, WEBHOOK_TEST]),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  createdAt: z.date(),
  /** Time of the next attempt; null unless the delivery is pending. */
  nextAt: z.date().nullable(),
  lastAt: z.date().nullable(),
  lastMs: z.int().nullable(),
  lastStatus: z.int().nullable(),
  lastFailure: z.enum(DELIVERY_FAILURES).nullable(),
});
export type Delivery = z.infer<typeof delivery>;

export const deliveryDetails = delivery.extend({
  body: z.string(),
  answer: z.string().nullable(),
});
export type DeliveryDetails = z.infer<typeof deliveryDetails>;

const secret = z.string();
const formErrors = errorsOf(
  'INVALID_WEBHOOK_URL',
  'WEBHOOK_URL_PRIVATE',
  'WEBHOOK_EVENTS_REQUIRED',
);
const notFound = errorsOf('WEBHOOK_NOT_FOUND');
const oneDelivery = z.object({ webhookId: id, id });

export const webhooks = {
  list: forAdmins('webhooks:read')
    .meta({ scope: 'webhooks:write' })
    .route({ method: 'GET', path: '/webhooks', summary: 'All webhooks, newest first' })
    .output(z.array(webhook)),
  create: forAdmins('webhooks:manage')
    .meta({ stepUp: 'always', scope: 'webhooks:write', approval: ['webhook'] })
    .route({
      method: 'POST',
      path: '/webhooks',
      summary: 'Add a webhook; its secret is shown once',
    })
    .errors({
      ...formErrors,
      ...errorsOf('STEP_UP_REQUIRED', 'TOO_MANY_WEBHOOKS', 'TOO_MANY_APPROVALS'),
    })
    .input(webhookForm)
    .output(z.object({ id, secret })),
  update: forAdmins('webhooks:manage')
    .meta({ stepUp: 'always', scope: 'webhooks:write', approval: ['webhook'] })
    .route({ method: 'PATCH', path: '/webhooks/{id}', summary: 'Change a webhook' })
    .errors({ ...formErrors, ...notFound, ...errorsOf('STEP_UP_REQUIRED', ...SECOND_APPROVAL) })
    .input(z.object(fields).partial().extend({ id }))
    .output(done),
  remove: forAdmins('webhooks:manage')
    .meta({ stepUp: 'always', scope: 'webhooks:write', approval: ['webhook'] })
    .route({ method: 'DELETE', path: '/webhooks/{id}', summary: 'Delete a webhook' })
    .errors({ ...notFound, ...errorsOf('STEP_UP_REQUIRED', ...SECOND_APPROVAL) })
    .input(z.object({ id }))
    .output(done),
  rotateSecret: forAdmins('webhooks:manage')
    .meta({ stepUp: 'always', scope: 'webhooks:write' })
    .route({
      method: 'POST',
      path: '/webhooks/{id}/secret',
      summary: 'Create a new secret, shown once; the previous one also signs for a day',
    })
    .errors({ ...notFound, ...errorsOf('STEP_UP_REQUIRED') })
    .input(z.object({ id }))
    .output(z.object({ secret })),
  sendTest: forAdmins('webhooks:manage')
    .meta({ scope: 'webhooks:write' })
    .route({ method: 'POST', path: '/webhooks/{id}/test', summary: 'Send a test event' })
    .errors({ ...notFound, ...errorsOf('WEBHOOK_INACTIVE') })
    .input(z.object({ id }))
    .output(done),
  deliveries: forAdmins('webhooks:read')
    .meta({ scope: 'webhooks:write' })
    .route({
      method: 'GET',
      path: '/webhooks/{id}/deliveries',
      summary: 'Deliveries to a webhook, newest first',
    })
    .input(z.object({ id, cursor: cursor.optional(), limit: pageSize }))
    .output(pageOf(delivery)),
  delivery: forAdmins('webhooks:read')
    .meta({ scope: 'webhooks:write' })
    .route({
      method: 'GET',
      path: '/webhooks/{webhookId}/deliveries/{id}',
      summary: 'A delivery with its request and response',
    })
    .errors(errorsOf('DELIVERY_NOT_FOUND'))
    .input(oneDelivery)
    .output(deliveryDetails),
  resend: forAdmins('webhooks:manage')
    .meta({ scope: 'webhooks:write' })
    .route({
      method: 'POST',
      path: '/webhooks/{webhookId}/deliveries/{id}/resend',
      summary: 'Send a delivery again',
    })
    .errors({ ...notFound, ...errorsOf('DELIVERY_NOT_FOUND', 'WEBHOOK_INACTIVE') })
    .input(oneDelivery)
    .output(done),
};
