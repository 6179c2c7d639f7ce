import { z } from 'zod';
import { forUsers } from './base.ts';
import { LANGUAGES, MAX_TRANSLATED_LENGTH, MAX_TRANSLATIONS_AT_ONCE } from './rules.ts';

const texts = z.array(z.string().max(MAX_TRANSLATED_LENGTH)).max(MAX_TRANSLATIONS_AT_ONCE);

export const translations = {
  /** Answers in the same order; a text that can't be translated, or may not be, comes back as it is. */
  translate: forUsers
    .route({
      method: 'POST',
      path: '/translations',
      summary: 'What administrators wrote, in another language',
    })
    .input(z.object({ language: z.enum(LANGUAGES), texts }))
    .output(z.object({ texts: z.array(z.string()) })),
};
