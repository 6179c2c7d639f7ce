import { z } from 'zod';
import { forUsers } from '../shared/base.ts';
import { LANGUAGES } from '../shared/enums.ts';
import { MAX_TRANSLATED_LENGTH, MAX_TRANSLATIONS_AT_ONCE } from './rules.ts';

const texts = z.array(z.string().max(MAX_TRANSLATED_LENGTH)).max(MAX_TRANSLATIONS_AT_ONCE);

export const translations = {
  /** Returns translations in the same order. If a text cannot be translated, returns it unchanged. */
  translate: forUsers
    .meta({ allowsPasswordSetByAdmin: true })
    .route({
      method: 'POST',
      path: '/translations',
      summary: 'Translate texts that administrators entered',
    })
    .input(z.object({ language: z.enum(LANGUAGES), texts }))
    .output(z.object({ texts: z.array(z.string()) })),
};
