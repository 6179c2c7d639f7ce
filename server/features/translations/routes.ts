import { procedures } from '#server/deps/procedures.ts';
import { translateTexts } from './translations.ts';

const { translate } = procedures.translations;

export const translationRoutes = {
  translate: translate.handler(async ({ context, input }) => ({
    texts: await translateTexts(context.deps, context.actor, input),
  })),
};
