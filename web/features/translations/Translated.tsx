import { useTranslated } from './use-translated.ts';

/** Component version of `useTranslated`. */
export function Translated({ text }: { text: string }) {
  return useTranslated(text);
}
