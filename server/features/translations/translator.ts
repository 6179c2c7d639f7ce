import pLimit from 'p-limit';
import type { Language } from '#contract/rules.ts';
import { createCircuitBreaker } from '#server/lib/circuit-breaker.ts';
import type { TranslationConfig } from '#server/lib/config.ts';
import type { Deps } from '#server/lib/deps.ts';
import { describeError } from '#server/lib/errors.ts';
import { requestJson } from '#server/lib/outbound.ts';
import { createPace } from '#server/lib/pace.ts';
import { providers } from './providers.ts';
import { saveTranslation, selectTranslations } from './queries.ts';
import { readTranslation } from './sense.ts';

export const TIMEOUT_MS = 3000;
const MAX_ANSWER_BYTES = 64 * 1024;
const AT_ONCE = 4;
const FAILURES_TO_OPEN = 5;
export const COOL_DOWN_MS = 30_000;
const PACE = { perSecond: 5, burst: 20, maxWaitMs: 20_000 };

/** Answers a translation, or undefined where there is none to be had now. Never throws. */
export type Translator = (text: string, language: Language) => Promise<string | undefined>;

type TranslatorDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/**
 * Asks the service, not faster than it bears and for each text once at a time, and keeps the answers
 * in the database. Servers that ask for the same text at once do so twice; one answer is kept.
 */
export function createTranslator(
  deps: TranslatorDeps,
  config: TranslationConfig,
  { timeoutMs = TIMEOUT_MS, pace = PACE } = {},
): Translator {
  const { provider, baseUrl, allowPrivate } = config;
  if (provider === 'off' || !baseUrl) return async () => undefined;
  const { ask, read } = providers[provider];
  const limits = { timeoutMs, maxBytes: MAX_ANSWER_BYTES, allowPrivate };
  const limit = pLimit(AT_ONCE);
  const waitForTurn = createPace(pace);
  const breaker = createCircuitBreaker({
    ...{ failures: FAILURES_TO_OPEN, coolDownMs: COOL_DOWN_MS },
    now: () => deps.clock.now().getTime(),
    onOpen: (error) => deps.log.warn({ provider, error: describeError(error) }, 'no translations'),
  });
  const fetchOne = async (text: string, language: Language) => {
    const answer = await requestJson(ask({ baseUrl, text, language }), limits);
    return readTranslation(read(JSON.parse(answer)), text);
  };
  const translate = async (text: string, language: Language) => {
    // The caller looked before an earlier flight of the same text landed: what that one kept serves.
    const kept = await selectTranslations(deps.db.query, { texts: [text], language, provider });
    if (kept.has(text)) return kept.get(text);
    if (!(await waitForTurn())) return undefined;
    const translated = await limit(() => breaker.run(() => fetchOne(text, language)));
    if (translated) await keep(deps, { text, language, provider, translated });
    return translated;
  };
  return singleFlight(translate);
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
    log.warn({ error: describeError(error) }, 'a translation was not kept'),
  );
}
