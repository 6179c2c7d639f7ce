import unhomoglyph from 'unhomoglyph';

/**
 * Returns the skeleton of a username (Unicode TS 39): equal for names that look alike, such as "asha" with a
 * Latin and with a Cyrillic first letter. Undefined for a name in ASCII, which is its own skeleton.
 * Letters of ASCII keep their differences: "tom" and "torn" are both ordinary names.
 */
export function usernameSkeleton(username: string): string | undefined {
  if (isAscii(username)) return undefined;
  const letters = username.normalize('NFKC').toLowerCase().normalize('NFD');
  return [...letters].map(prototypeOf).join('').normalize('NFC');
}

/** What a letter looks like. The table writes "m" as "rn". */
function prototypeOf(letter: string): string {
  if (isAscii(letter)) return letter;
  const prototype = unhomoglyph(letter);
  return prototype === 'rn' ? 'm' : prototype.toLowerCase();
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
