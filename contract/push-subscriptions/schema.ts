import { z } from 'zod';
import { done, forUsers } from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';
import { MAX_ENDPOINT_LENGTH } from './rules.ts';

/** Length in characters of base64url. */
const P256DH_LENGTH = 87;
const AUTH_LENGTH = 22;
const base64url = (length: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${length}}$`), `${length} characters of base64url`);

const endpoint = z
  .string()
  .max(MAX_ENDPOINT_LENGTH)
  .meta({ examples: ['https://push.example.com/send/abc'] });

const subscription = z.object({
  /** The address at the browser's push service. */
  endpoint,
  /** What `PushSubscription.toJSON` returns. */
  keys: z.object({ p256dh: base64url(P256DH_LENGTH), auth: base64url(AUTH_LENGTH) }),
});
export type NewPushSubscription = z.infer<typeof subscription>;

export const pushSubscriptions = {
  key: forUsers
    .route({
      method: 'GET',
      path: '/push-subscriptions/key',
      summary: 'The public key with which browsers subscribe to notifications',
    })
    .output(z.object({ publicKey: z.string().nullable() })),
  save: forUsers
    .route({
      method: 'PUT',
      path: '/push-subscriptions',
      summary: 'Show notifications on this device until the session ends',
    })
    .errors(errorsOf('PUSH_UNAVAILABLE', 'PUSH_SUBSCRIPTION_INVALID'))
    .input(subscription)
    .output(done),
  remove: forUsers
    .route({
      method: 'DELETE',
      path: '/push-subscriptions',
      summary: 'End notifications on a device of the caller',
    })
    .input(z.object({ endpoint }))
    .output(done),
};
