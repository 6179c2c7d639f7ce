import type { OpenAPI } from '@orpc/openapi';
import type { z } from 'zod';
import {
  WEBHOOK_TEST,
  webhookBody,
  webhookEventNames,
  webhookEvents,
  webhookTestData,
} from '#contract/webhooks/webhook-events.ts';
import { schemaOf } from './schemas.ts';

/** Headers of Standard Webhooks. */
const HEADERS = {
  'webhook-id': 'Id of the event, equal for all attempts',
  'webhook-timestamp': 'Time of the attempt, in seconds since 1970',
  'webhook-signature': 'Signatures, separated by spaces: `v1,` and the HMAC-SHA256 in base64',
};

/** Returns the requests that webhooks receive, by event. */
export function describeWebhooks(): Record<string, OpenAPI.PathItemObject> {
  const events = webhookEventNames.map((name) => [name, describeEvent(name, webhookEvents[name])]);
  const test = { summary: 'An administrator sent a test event', data: webhookTestData };
  return Object.fromEntries([...events, [WEBHOOK_TEST, describeEvent(WEBHOOK_TEST, test)]]);
}

function describeEvent(name: string, { summary, data }: { summary: string; data: z.ZodObject }) {
  return {
    post: {
      operationId: `webhooks.received.${name}`,
      summary,
      tags: ['webhooks'],
      security: [],
      parameters: Object.entries(HEADERS).map(([header, description]) => ({
        name: header,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(webhookBody(name, data), 'input') } },
      },
      responses: {
        '2XX': { description: 'Received. Return it within 10 seconds.' },
        410: { description: 'The receiver no longer exists: the webhook is switched off.' },
        '4XX': { description: 'Refused: the delivery is retried for about a day.' },
      },
    },
  };
}
