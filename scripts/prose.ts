import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Rule {
  pattern: RegExp;
  instead: string;
}

const RULES: Rule[] = [
  { pattern: /(?:^|[.:;(] )(?:Who|Whoever|Whom|Whose)\b(?![^.]*\?)/, instead: 'name the actor' },
  {
    pattern:
      /(?:^|[.:;(] )What (?:is|was|has|comes?|goes|fails|they|it|people|a|an|the|no|can)\b(?![^.]*\?)/,
    instead: 'begin with the subject',
  },
  { pattern: /\b(?:stands|stood|lies)\b/i, instead: 'is, is in, is stored' },
  { pattern: /\b(?:told|tells)\b/i, instead: 'receives, is notified, reports, shows' },
  { pattern: /\b(?:hears|heard)\b/i, instead: 'receives, observes' },
  { pattern: /\bbeside\b/i, instead: 'next to, in addition to, while' },
  { pattern: /\b(?:answers|answered)\b/i, instead: 'returns, responds' },
  { pattern: /\b(?:asks|asked)\b/i, instead: 'requests, queries, requires' },
  { pattern: /\b(?:comes|came)\b/i, instead: 'arrives, is received' },
  { pattern: /\bat (?:one moment|once)\b/i, instead: 'simultaneously, immediately' },
  { pattern: /\bof (?:its|their|his|one['’]s) own\b/i, instead: 'own, separate' },
  { pattern: /\b(?:nobody|no one|oneself)\b/i, instead: 'name the actor' },
  { pattern: /\b(?:pressed|presses)\b/i, instead: 'click, tap, key press' },
  { pattern: /\b(?:gathers?|gathered|dearest|lingering)\b/i, instead: 'collects, most expensive' },
  { pattern: /\b(?:for|by|on|to|of|with) whom\b/i, instead: 'name the person' },
  {
    pattern: /\b(?:so|nor) (?:does|do|is|are|has|have|can|did)\b/i,
    instead: 'subject before verb',
  },
];

/** Names that contain a word of the list: a user of the system, a program, a term of the field. */
const NAMES = /`[^`]*`|\busers? (?:postgres and )?nobody\b|\bkey press(?:es)?\b/g;

/** Quotes what this check reports. */
const EXAMPLES = 'scripts/prose.test.ts';

/**
 * Returns each line of prose with a construction that a reader has to parse twice: in comments, titles of tests, log
 * messages, and in all of a Markdown file. `sources` maps file names to texts.
 */
export function findUnplainProse(sources: ReadonlyMap<string, string>): string[] {
  const checked = [...sources].filter(([file]) => file !== EXAMPLES);
  return checked.flatMap(([file, text]) =>
    text.split('\n').flatMap((line, at) => {
      const prose = proseOf(file, line).replace(NAMES, ' ');
      const rule = RULES.find(({ pattern }) => pattern.test(prose));
      return rule
        ? [`${file}:${at + 1}: ${line.trim().slice(0, 100)} (write: ${rule.instead})`]
        : [];
    }),
  );
}

export function readDocuments(projectDir: string): Map<string, string> {
  const docs = readdirSync(path.join(projectDir, 'docs'), { recursive: true, encoding: 'utf8' });
  const names = [
    ...readdirSync(projectDir),
    ...docs.map((name) => path.posix.join('docs', name.replaceAll(path.sep, '/'))),
  ].filter((name) => name.endsWith('.md'));
  return new Map(names.map((name) => [name, readFileSync(path.join(projectDir, name), 'utf8')]));
}

/** The comment, the title of a test and the log message of a line; all of it in a Markdown file. */
function proseOf(file: string, line: string): string {
  if (file.endsWith('.md')) return line;
  const comment = /(?:^\s*\*\s|^\s*\/\*\*?\s|(?:^|\s)\/\/\s|\{\/\*\s)(.*)/.exec(line)?.[1] ?? '';
  const title = /\b(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])(.+?)\1/.exec(line)?.[2] ?? '';
  const logged = /\blog\.(?:info|warn|error|fatal)\(.*?(['"`])(.+?)\1/.exec(line)?.[2] ?? '';
  return `${comment} ${title} ${logged}`.trim();
}
