import { readFile } from 'node:fs/promises';
import path from 'node:path';

const projectDir = path.resolve(import.meta.dirname, '../..');

/** Returns the code blocks of a language in a Markdown file, without their indentation. Throws Error if there are none. */
export async function readBlocks(name: string, language: string): Promise<string[]> {
  const text = await readFile(path.join(projectDir, name), 'utf8');
  const found = text.matchAll(/^( *)```(\w*)\n(.*?)^\1```$/gms);
  const blocks = [...found].filter(([, , given]) => given === language);
  if (blocks.length === 0) throw new Error(`${name} has no block of ${language}`);
  return blocks.map(([, indent = '', , code = '']) =>
    code.replace(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** Programs that begin a command in the prose. */
const PROGRAMS =
  'age|apt|buildah|docker|journalctl|minisign|node|npm|npx|openssl|podman|psql|rm|ssh|systemctl|wallet';

/**
 * Returns the commands of Markdown files: the lines of shell blocks, and commands in the prose. `npx wallet` and `wallet` are
 * the same program. Throws Error for a block without a language, which could have commands.
 */
export async function readCommands(names: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(
    names.map((name) => readFile(path.join(projectDir, name), 'utf8')),
  );
  return [...new Set(texts.flatMap((text) => commandsIn(text)))];
}

function commandsIn(text: string): string[] {
  const lines: string[] = [];
  const prose = text.replace(/^( *)```(\w*)\n(.*?)^\1```$/gms, (block, _, language, code) => {
    if (language === '') throw new Error(`This block has no language: ${block}`);
    if (language === 'sh') lines.push(...code.replaceAll(/\\\n\s*/g, '').split('\n'));
    return '';
  });
  const span = new RegExp(`\`((?:[A-Z_]+=\\S+ )*(?:${PROGRAMS}) [^\`]+)\``, 'g');
  lines.push(...[...prose.matchAll(span)].map(([, command = '']) => command));
  return lines
    .map((line) => line.replace(/\s+#\s.*$/, '').trim())
    .flatMap((line) => line.split(' && '))
    .map(withoutNpx)
    .filter((line) => line !== '' && !line.startsWith('#'));
}

export const withoutNpx = (command: string): string => command.replaceAll('npx wallet', 'wallet');
