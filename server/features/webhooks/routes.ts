import { procedures } from '#server/deps/procedures.ts';
import { getDelivery, listDeliveries, resend, sendTest } from './webhook-deliveries.ts';
import {
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  updateWebhook,
} from './webhooks.ts';

const {
  list,
  create,
  update,
  remove,
  rotateSecret: rotateSecretOf,
  sendTest: sendTestTo,
  deliveries,
  delivery,
  resend: resendOf,
} = procedures.webhooks;

export const webhookRoutes = {
  list: list.handler(({ context }) => listWebhooks(context.deps)),
  create: create.handler(({ context: { deps, actor }, input }) =>
    createWebhook(deps, actor, input),
  ),
  update: update.handler(async ({ context: { deps, actor }, input: { id, ...form } }) => {
    await updateWebhook(deps, actor, { id, form });
    return {};
  }),
  remove: remove.handler(async ({ context: { deps, actor }, input }) => {
    await removeWebhook(deps, actor, input.id);
    return {};
  }),
  rotateSecret: rotateSecretOf.handler(({ context: { deps, actor }, input }) =>
    rotateSecret(deps, actor, input.id),
  ),
  sendTest: sendTestTo.handler(async ({ context: { deps, actor }, input }) => {
    await sendTest(deps, actor, input.id);
    return {};
  }),
  deliveries: deliveries.handler(({ context, input }) => listDeliveries(context.deps, input)),
  delivery: delivery.handler(({ context, input }) => getDelivery(context.deps, input)),
  resend: resendOf.handler(async ({ context: { deps, actor }, input }) => {
    await resend(deps, actor, input);
    return {};
  }),
};
