import type { ReactNode } from 'react';

/** An entry of the palette: a page or an action. */
export type Command = {
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

/** Returns the commands whose label contains every word of the query; those that start with the query are first. */
export function matchCommands(commands: Command[], query: string): Command[] {
  const words = wordsOf(query);
  const found = commands.filter(({ label }) =>
    words.every((word) => label.toLowerCase().includes(word)),
  );
  const start = query.trim().toLowerCase();
  const rank = ({ label }: Command) => (label.toLowerCase().startsWith(start) ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other));
}

/** Returns the key after a step from the selected one, wrapping around. */
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
