import { procedures } from '#server/platform/auth/gate.ts';
import { translateTexts } from './service.ts';

const { translate } = procedures.translations;

export const translationRoutes = {
  translate: translate.handler(async ({ context, input }) => ({
    texts: await translateTexts(context.deps, context.actor, input),
  })),
};
