import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorTable } from '#contract/errors.ts';
import { fixedParts, quotesOf, type Row } from './rows.ts';
import { findTests, type NamedTest } from './test-sources.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');
/** Where journeys keep what they do more than once, with the texts they then expect. */
const JOURNEY_SUPPORT = 'e2e/support/person.ts';

/** What is wrong with a row that names a test: there is no such test, or it does not name what the row quotes. */
export function faultsOfTest({ proof, statement }: Row): string[] {
  if (proof.kind !== 'tested') return [];
  const { file, title } = proof;
  if (!existsSync(path.join(projectDir, file))) return [`${statement}: there is no ${file}`];
  const source = read(file);
  const tests = findTests(source);
  const named = tests.filter((test) => test.title.test(title));
  if (named.length === 0) return [`${statement}: ${file} has no test '${title}'`];
  const support = file.startsWith('e2e/') ? read(JOURNEY_SUPPORT) : '';
  const words = withErrorTexts(wordsOf(source, tests, named) + support);
  return quotesOf(statement)
    .filter((text) => !fixedParts(text).every((part) => words.includes(part)))
    .map((text) => `${statement}: '${title}' does not name '${text}'`);
}

/** What is wrong with a row whose situation can't occur: the interface has its text all the same. */
export function faultsOfAbsence({ proof, statement }: Row): string[] {
  if (proof.kind !== 'cannot occur') return [];
  const messages = Object.values(errorTable).map(({ message }) => message);
  // English texts are keys of every other catalogue; their own holds plurals alone.
  const texts = new Set([...Object.keys(JSON.parse(read('web/locales/hi.json'))), ...messages]);
  return quotesOf(statement)
    .filter((text) => texts.has(text))
    .map((text) => `${statement}: '${text}' is in use`);
}

function read(file: string): string {
  return readFileSync(path.join(projectDir, file), 'utf8');
}

/** The named tests with what their file holds beside tests. */
function wordsOf(source: string, tests: NamedTest[], named: NamedTest[]): string {
  const outside = tests.reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    source,
  );
  return [outside, ...named.map(({ start, end }) => source.slice(start, end))].join('\n');
}

/** Who expects an error by its code expects its text: screens show the one for the other. */
function withErrorTexts(code: string): string {
  const named = Object.entries(errorTable).filter(([name]) => code.includes(`'${name}'`));
  const texts = named.map(([, { message }]) => message);
  return [code.replace(/\\(['"`])/g, '$1'), ...texts].join('\n');
}
