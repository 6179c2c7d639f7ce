/** Compared after digits and signs at the end are removed and substitutes such as `@` are replaced by letters. */
const WORDS = new Set(
  `abc abcd abcdef abcdefg access adm admin administrator asdf asdfgh asdfghjkl baseball batman bharat changeit changeme
  charlie computer cricket default demo dragon football freedom guest hello iloveyou india krishna letmein login master
  money monkey mustang ninja owner pass passme passwd password princess qazwsx qwer qwert qwerty qwertyuiop root samsung
  secret shadow starwars sunshine superman system temp test tester testing trustno user wallet welcome whatever zxcvbn
  zxcvbnm`.split(/\s+/),
);

const PATTERNS = new Set(
  '1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3 q1w2e3r4 q1w2e3r4t5 zaq12wsx a1b2c3 a1b2c3d4'.split(
    ' ',
  ),
);

const LETTERS: Record<string, string> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
  7: 't',
};

/** Short enough to guess by brute force: dates, telephone numbers, 123456. */
const DIGITS_ALONE = /^\d{1,12}$/;
const ONE_CHARACTER = /^(.)\1*$/su;

export function isCommonPassword(password: string, username: string): boolean {
  const lower = password.toLowerCase();
  if (DIGITS_ALONE.test(lower) || ONE_CHARACTER.test(lower) || PATTERNS.has(lower)) return true;
  const words = [lower, lower.replace(/[^a-z]+$/, '')].map(toLetters);
  return words.some((word) => WORDS.has(word) || word === username.toLowerCase());
}

function toLetters(text: string): string {
  return text.replace(/[@431!0$57]/g, (sign) => LETTERS[sign] ?? sign);
}
