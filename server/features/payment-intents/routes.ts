import { procedures } from '#server/deps/procedures.ts';
import { openPaymentIntent } from './payment-intents.ts';

export const paymentIntentRoutes = {
  open: procedures.paymentIntents.open.handler(({ context: { deps, actor }, input }) =>
    openPaymentIntent(deps, actor, input),
  ),
};
