import pLimit from 'p-limit';
import type { Language } from '#contract/rules.ts';
import type { TranslationConfig } from '#server/lib/config.ts';
import type { Deps } from '#server/lib/deps.ts';
import { describeError } from '#server/lib/errors.ts';
import { requestJson } from '#server/lib/outbound.ts';
import { logError } from '#server/lib/repeated-errors.ts';
import { providers } from './providers.ts';
import { saveTranslation, selectTranslations } from './queries.ts';
import { readTranslation } from './sense.ts';

export const TIMEOUT_MS = 3000;
const MAX_ANSWER_BYTES = 64 * 1024;
const AT_ONCE = 4;
/** After so many failures in a row the service is left alone for so long. */
const FAILURES_TO_PAUSE = 5;
export const COOL_DOWN_MS = 30_000;

/** Returns a translation, or undefined where there is none to be had now. Never throws. */
export type Translator = (text: string, language: Language) => Promise<string | undefined>;

type TranslatorDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/**
 * Asks the service, for each text once at a time, and keeps the answers in the database. Servers that
 * ask for the same text at once do so twice; one answer is kept.
 */
export function createTranslator(
  deps: TranslatorDeps,
  config: TranslationConfig,
  { timeoutMs = TIMEOUT_MS } = {},
): Translator {
  const { provider, baseUrl, allowPrivate } = config;
  if (provider === 'off' || !baseUrl) return async () => undefined;
  const { ask, read } = providers[provider];
  const limits = { timeoutMs, maxBytes: MAX_ANSWER_BYTES, allowPrivate };
  const limit = pLimit(AT_ONCE);
  const fetchOne = createCoolDown(deps, async (text, language) => {
    const answer = await requestJson(ask({ baseUrl, text, language }), limits);
    return readTranslation(read(JSON.parse(answer)), text);
  });
  return singleFlight(async (text, language) => {
    // The caller looked before an earlier flight of the same text landed: what that one kept serves.
    const kept = await selectTranslations(deps.db.query, { texts: [text], language, provider });
    if (kept.has(text)) return kept.get(text);
    const translated = await limit(() => fetchOne(text, language));
    if (translated) await keep(deps, { text, language, provider, translated });
    return translated;
  });
}

/** A failure is no translation; while the service fails, nobody waits for it. */
function createCoolDown({ clock, log }: TranslatorDeps, work: Translator): Translator {
  let failures = 0;
  let pausedAt = -Infinity;
  return async (text, language) => {
    const pausedMs = clock.now().getTime() - pausedAt;
    // A clock that was set back since would make the pause longer than it is.
    if (pausedMs >= 0 && pausedMs < COOL_DOWN_MS) return undefined;
    try {
      const translated = await work(text, language);
      failures = 0;
      return translated;
    } catch (error) {
      failures += 1;
      if (failures < FAILURES_TO_PAUSE) return undefined;
      pausedAt = clock.now().getTime();
      log.warn(
        { error: describeError(error) },
        'the translation service is left alone for a while',
      );
      return undefined;
    }
  };
}

function singleFlight(translate: Translator): Translator {
  const flying = new Map<string, ReturnType<Translator>>();
  return (text, language) => {
    const key = `${language} ${text}`;
    const started = flying.get(key);
    if (started) return started;
    const flight = translate(text, language).finally(() => flying.delete(key));
    flying.set(key, flight);
    return flight;
  };
}

/** A translation that can't be kept can be shown all the same. */
async function keep(
  { db, clock, log }: TranslatorDeps,
  row: Omit<Parameters<typeof saveTranslation>[1], 'now'>,
): Promise<void> {
  await saveTranslation(db.query, { ...row, now: clock.now() }).catch((error: unknown) =>
    logError(log, { error, message: 'a translation was not kept' }),
  );
}
