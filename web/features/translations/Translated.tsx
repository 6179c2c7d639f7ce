import { useTranslated } from './use-translated.ts';

/** What an administrator wrote, in the reader's language, where an element is wanted. */
export function Translated({ text }: { text: string }) {
  return useTranslated(text);
}
