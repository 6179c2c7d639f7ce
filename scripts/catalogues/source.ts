import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { auditActions } from '#contract/audit-actions.ts';
import { type SettingRule, settingTable } from '#contract/settings/table.ts';
import type { Language } from '#contract/shared/enums.ts';
import { COUNTED_PARAMS, errorTable } from '#contract/shared/errors.ts';
import { listScreenTexts } from '#contract/transactions/facts.ts';
import { REQUEST_STATES } from '#contract/transactions/states.ts';
import { listWarningTexts } from '#contract/transactions/warnings.ts';
import { extractTexts, placeholdersOf } from './extract.ts';
import type { Catalogue } from './faults.ts';

/** Files that pass a key from another file to `t`, and where the key is written. */
const KEYS_FROM_ELSEWHERE: Record<string, string> = {
  'web/features/settings/components/RowField.tsx': 'the table of settings',
  'web/features/sessions/components/SessionWatcher.tsx':
    'the error table: why the server ended the session',
  'web/ui/state/use-state-words.ts': 'the states of a request',
  'web/features/transactions/hooks/use-warning-text.ts': 'the warnings about a request',
  'web/features/transactions/hooks/use-facts.tsx': 'the facts of a transaction',
  'web/features/transactions/hooks/use-request-columns.tsx': 'the facts of a transaction',
};

const projectDir = path.resolve(import.meta.dirname, '../..');

export function readSource() {
  const errorTexts = Object.values(errorTable).map(({ message }) => message);
  const settingTexts = Object.values<SettingRule>(settingTable).flatMap((rule) =>
    [rule.label, rule.fieldLabel, rule.help].filter((text) => text !== undefined),
  );
  const keys = new Set<string>([
    ...errorTexts,
    ...settingTexts,
    ...Object.values(auditActions),
    ...Object.values(REQUEST_STATES).flatMap(({ word }) => word ?? []),
    ...listScreenTexts(),
    ...listWarningTexts(),
  ]);
  const plurals: string[] = errorTexts.filter((text) =>
    placeholdersOf(text).some((name) => COUNTED_PARAMS.some((counted) => counted === name)),
  );
  const buttons = new Set<string>();
  const faults: string[] = [];
  for (const name of [...listSources('web'), ...listSources('server/features')]) {
    const source = readFileSync(path.join(projectDir, name), 'utf8');
    const keysFromElsewhere = Object.hasOwn(KEYS_FROM_ELSEWHERE, name);
    const found = extractTexts({ name, source, keysFromElsewhere });
    for (const key of found.keys) keys.add(key);
    plurals.push(...found.plurals);
    for (const key of found.buttons) buttons.add(key);
    faults.push(...found.faults);
  }
  return { keys, plurals, buttons, faults };
}

function listSources(dir: string): string[] {
  return readdirSync(path.join(projectDir, dir), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.gen\.|(^|\/)testing/.test(name))
    .map((name) => `${dir}/${name}`)
    .sort();
}

export function catalogueFile(language: Language): string {
  return path.join(projectDir, 'web', 'locales', `${language}.json`);
}

export function readCatalogue(language: Language): Catalogue {
  // We write this file: entries that are not texts would be reported as faults.
  return JSON.parse(readFileSync(catalogueFile(language), 'utf8')) as Catalogue;
}
