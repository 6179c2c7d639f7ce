import unhomoglyph from 'unhomoglyph';

/**
 * Returns a text that is equal for names that look alike (Unicode TS 39), or undefined for ASCII names: "tom" and
 * "torn" are both ordinary names.
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
