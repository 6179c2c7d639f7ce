import { describe, expect, it } from 'vitest';
import { loadWebhookExample } from '#server/testing/webhook-example.ts';
import { newSecret, signedHeaders } from './webhook-signature.ts';

const body = '{"test": 2432232314}';

describe('signedHeaders', () => {
  it('returns the signature of the example in the Standard Webhooks specification', () => {
    const headers = signedHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1614265330_000),
      body,
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });
});

describe('the example of the documentation', () => {
  const sign = (secrets: string[], at = new Date()) =>
    signedHeaders({ id: 'one', at, body, secrets });

  it('accepts a message signed by its secret, alone or together with another', async () => {
    const { readWebhook } = await loadWebhookExample();
    const [secret, other] = [newSecret(), newSecret()];
    expect(readWebhook(secret, sign([secret]), body)).toEqual({ test: 2432232314 });
    expect(readWebhook(secret, sign([other, secret]), body)).toEqual({ test: 2432232314 });
  });

  it('refuses a message that is unsigned, changed, old or signed by another secret', async () => {
    const { readWebhook } = await loadWebhookExample();
    const [secret, other] = [newSecret(), newSecret()];
    expect(readWebhook(secret, sign([other]), body)).toBeUndefined();
    expect(readWebhook(secret, sign([secret]), `${body} `)).toBeUndefined();
    const old = new Date(Date.now() - 6 * 60_000);
    expect(readWebhook(secret, sign([secret], old), body)).toBeUndefined();
    expect(readWebhook(secret, {}, body)).toBeUndefined();
  });
});

describe('newSecret', () => {
  it('returns a new random key of 256 bits', () => {
    expect(newSecret()).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(newSecret()).not.toBe(newSecret());
  });
});
