import { procedures } from '#server/deps/procedures.ts';
import { endDevice, getPublicKey, saveDevice } from './push-subscriptions.ts';

const { key, save, remove } = procedures.pushSubscriptions;

export const pushSubscriptionRoutes = {
  key: key.handler(({ context: { deps } }) => getPublicKey(deps)),
  save: save.handler(async ({ context: { deps, actor }, input }) => {
    await saveDevice(deps, actor, input);
    return {};
  }),
  remove: remove.handler(async ({ context: { deps, actor }, input }) => {
    await endDevice(deps, actor, input.endpoint);
    return {};
  }),
};
