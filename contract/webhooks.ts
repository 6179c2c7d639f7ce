import { z } from 'zod';
import { cursor, done, forAdmins, id, line, pageOf, pageSize } from './base.ts';
import { errorsOf } from './errors.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_URL_LENGTH,
  STOP_REASONS,
  WEBHOOK_EVENTS,
  WEBHOOK_TEST,
} from './rules.ts';

const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
/** Why a try failed: no answer in time, an address that may not be reached, no such name, its certificate, no connection, or its answer. */
const DELIVERY_FAILURES = [
  'timeout',
  'private',
  'name',
  'certificate',
  'connection',
  'answer',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

/** Where an operator's own system is told of events. The secret that signs is not among it. */
export const webhook = z.object({
  id,
  url: z.string(),
  description: z.string(),
  eventTypes: z.array(z.enum(WEBHOOK_EVENTS)),
  isActive: z.boolean(),
  stopReason: z.enum(STOP_REASONS).nullable(),
  /** Since when no try has succeeded; null when the last one did. */
  failingSince: z.date().nullable(),
  /** Until when the secret before this one signs too. */
  previousSecretUntil: z.date().nullable(),
  /** How many deliveries wait, 1000 at most. */
  pending: z.int(),
  createdAt: z.date(),
});
export type Webhook = z.infer<typeof webhook>;

const fields = {
  url: z.string().trim().max(MAX_URL_LENGTH),
  description: line(MAX_DESCRIPTION_LENGTH),
  eventTypes: z.array(z.enum(WEBHOOK_EVENTS)).max(WEBHOOK_EVENTS.length),
  isActive: z.boolean(),
};
export const webhookForm = z.object({
  ...fields,
  description: fields.description.default(''),
  isActive: fields.isActive.default(true),
});
export type WebhookForm = z.infer<typeof webhookForm>;

/** One event on its way to one webhook, and how its last try went. */
export const delivery = z.object({
  /** The event's: the same at every webhook and on every try, sent as `webhook-id`. */
  id,
  type: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST]),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  createdAt: z.date(),
  /** When it is tried next; null unless it is pending. */
  nextAt: z.date().nullable(),
  lastAt: z.date().nullable(),
  lastMs: z.int().nullable(),
  /** The HTTP status of the answer, if there was one. */
  lastStatus: z.int().nullable(),
  lastFailure: z.enum(DELIVERY_FAILURES).nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** With what was sent, and the beginning of what was answered. */
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
  list: forAdmins
    .route({ method: 'GET', path: '/webhooks', summary: 'All webhooks, newest first' })
    .output(z.array(webhook)),
  create: forAdmins
    .route({
      method: 'POST',
      path: '/webhooks',
      summary: 'Add a webhook; its secret is shown once',
    })
    .errors({ ...formErrors, ...errorsOf('TOO_MANY_WEBHOOKS') })
    .input(webhookForm)
    .output(z.object({ id, secret })),
  update: forAdmins
    .route({ method: 'PATCH', path: '/webhooks/{id}', summary: 'Change a webhook' })
    .errors({ ...formErrors, ...notFound })
    .input(z.object(fields).partial().extend({ id }))
    .output(done),
  remove: forAdmins
    .route({ method: 'DELETE', path: '/webhooks/{id}', summary: 'Delete a webhook' })
    .errors(notFound)
    .input(z.object({ id }))
    .output(done),
  rotateSecret: forAdmins
    .route({
      method: 'POST',
      path: '/webhooks/{id}/secret',
      summary: 'Make a new secret, shown once; the one before signs beside it for a day',
    })
    .errors(notFound)
    .input(z.object({ id }))
    .output(z.object({ secret })),
  sendTest: forAdmins
    .route({ method: 'POST', path: '/webhooks/{id}/test', summary: 'Send a test event' })
    .errors({ ...notFound, ...errorsOf('WEBHOOK_INACTIVE') })
    .input(z.object({ id }))
    .output(done),
  deliveries: forAdmins
    .route({
      method: 'GET',
      path: '/webhooks/{id}/deliveries',
      summary: 'Deliveries to a webhook, newest first',
    })
    .input(z.object({ id, cursor: cursor.optional(), limit: pageSize }))
    .output(pageOf(delivery)),
  delivery: forAdmins
    .route({
      method: 'GET',
      path: '/webhooks/{webhookId}/deliveries/{id}',
      summary: 'One delivery with what was sent and answered',
    })
    .errors(errorsOf('DELIVERY_NOT_FOUND'))
    .input(oneDelivery)
    .output(deliveryDetails),
  resend: forAdmins
    .route({
      method: 'POST',
      path: '/webhooks/{webhookId}/deliveries/{id}/resend',
      summary: 'Send a delivery again',
    })
    .errors({ ...notFound, ...errorsOf('DELIVERY_NOT_FOUND', 'WEBHOOK_INACTIVE') })
    .input(oneDelivery)
    .output(done),
};
