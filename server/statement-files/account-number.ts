const LABEL = /\b(?:account|a\/c|acct)\.?\s*(?:no|number|num)?\b\.?\s*[:.-]?/i;
const NUMBER = /(?<![\dX*])[\dX*]{6,20}(?![\dX*])/i;

/** Returns the digits of the account number above a table, or undefined. A masked number keeps its last digits. */
export function findAccountNumber(preamble: readonly (readonly string[])[]): string | null {
  for (const row of preamble) {
    const text = row.filter((cell) => cell !== '').join(' ');
    const label = LABEL.exec(text);
    const number = label && NUMBER.exec(text.slice(label.index + label[0].length));
    if (number && /\d{4}$/.test(number[0])) return number[0].toUpperCase().replaceAll('*', 'X');
  }
  return null;
}
