import type { Language } from '#contract/shared/enums.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { selectTranslations, selectWritten } from './translations.queries.ts';
import { AT_ONCE, createTranslator, TIMEOUT_MS, type Translator } from './translator.ts';
import { hasEnglish } from './validate-translation.ts';

/** One per server: it has the running requests and the recent failures of the service. */
const translators = new WeakMap<Deps, Translator>();

/** Only texts found in the tables of administrators' texts are sent to the service. */
export async function translateTexts(
  deps: Deps,
  actor: Actor,
  { language, texts }: { language: Language; texts: string[] },
): Promise<string[]> {
  const { provider } = deps.config.translation;
  if (language === 'en' || provider === 'off') return texts;
  const english = [...new Set(texts.filter(hasEnglish))];
  const written = await selectWritten(deps.db.query, english, actor.role);
  const translated = await selectTranslations(deps.db.query, {
    texts: written,
    language,
    provider,
  });
  const missing = written.filter((text) => !translated.has(text));
  for (const [text, found] of await ask(deps, missing, language)) {
    if (found) translated.set(text, found);
  }
  return texts.map((text) => translated.get(text) ?? text);
}

/** Waits at most TIMEOUT_MS; later translations are cached for the next reader. */
async function ask(deps: Deps, texts: string[], language: Language) {
  const { config } = deps;
  const translator =
    translators.get(deps) ?? createTranslator(deps, config.translation, { atOnce: AT_ONCE });
  translators.set(deps, translator);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
  });
  const asked = texts.map(async (text) => {
    const found = await Promise.race([translator(text, language), late]);
    return [text, found] as const;
  });
  return Promise.all(asked).finally(() => clearTimeout(timer));
}
