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
