import type { ReactNode } from 'react';

/** Something the palette can do: open a page, or act. */
export type Command = {
  /** Unique among all commands on screen. */
  key: string;
  label: string;
  description?: string;
  icon?: ReactNode;
  run: () => void;
};

export type CommandGroup = { label: string; commands: Command[] };

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * The commands whose label has every word of the query, wherever it stands; those that begin with
 * the query come first.
 */
export function matchCommands(commands: Command[], query: string): Command[] {
  const words = wordsOf(query);
  const found = commands.filter(({ label }) =>
    words.every((word) => label.toLowerCase().includes(word)),
  );
  const start = query.trim().toLowerCase();
  const rank = ({ label }: Command) => (label.toLowerCase().startsWith(start) ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other));
}

/** The key that a step leads to from the one selected; the list's ends meet. */
export function stepFrom(
  keys: string[],
  selected: string | undefined,
  step: 1 | -1,
): string | undefined {
  if (keys.length === 0) return undefined;
  const at = selected === undefined ? -1 : keys.indexOf(selected);
  if (at === -1) return step === 1 ? keys[0] : keys.at(-1);
  return keys[(at + step + keys.length) % keys.length];
}
