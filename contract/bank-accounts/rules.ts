export const MIN_ACCOUNT_NUMBER_LENGTH = 5;
export const MAX_ACCOUNT_NUMBER_LENGTH = 34;
export const MAX_BANK_ACCOUNTS = 50;

/** Indian Financial System Code: four letters, a zero, six letters or digits (RBI). */
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;

export function isIfsc(code: string): boolean {
  return IFSC.test(code);
}

/**
 * Masks an account number for its owner: shows the first and last four characters. For eight or fewer characters,
 * shows only the last four.
 */
export function maskAccountNumber(accountNumber: string): string {
  if (accountNumber.length <= 8) return maskToLastFour(accountNumber);
  const hidden = '•'.repeat(accountNumber.length - 8);
  return `${accountNumber.slice(0, 4)}${hidden}${accountNumber.slice(-4)}`;
}

/** Masks an account number for administrators' lists: shows the last four characters. */
export function maskToLastFour(accountNumber: string): string {
  return `••••${accountNumber.slice(-4)}`;
}
