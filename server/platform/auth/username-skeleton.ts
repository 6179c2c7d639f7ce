import unhomoglyph from 'unhomoglyph';

/**
 * Returns the skeleton of a username (Unicode TS 39), which is equal for names that look alike, such as "asha" with a
 * Latin and with a Cyrillic first letter. Returns undefined for ASCII names, which are their own skeleton. ASCII
 * letters are not mapped: "tom" and "torn" are both ordinary names.
 */
export function usernameSkeleton(username: string): string | undefined {
  if (isAscii(username)) return undefined;
  const letters = username.normalize('NFKC').toLowerCase().normalize('NFD');
  return [...letters].map(prototypeOf).join('').normalize('NFC');
}

/** Returns the ASCII letter that a letter resembles. The library's table writes "m" as "rn". */
function prototypeOf(letter: string): string {
  if (isAscii(letter)) return letter;
  const prototype = unhomoglyph(letter);
  return prototype === 'rn' ? 'm' : prototype.toLowerCase();
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
