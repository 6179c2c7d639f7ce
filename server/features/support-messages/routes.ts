import { procedures } from '#server/platform/auth/gate.ts';
import { sendSupportMessage } from './service.ts';

export const supportMessageRoutes = {
  send: procedures.supportMessages.send.handler(async ({ context, input }) => {
    await sendSupportMessage(context.deps, context.actor, input);
    return {};
  }),
};
