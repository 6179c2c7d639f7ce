export const MIN_ACCOUNT_NUMBER_LENGTH = 5;
export const MAX_ACCOUNT_NUMBER_LENGTH = 34;
export const MAX_BANK_ACCOUNTS = 50;

/** Indian Financial System Code: four letters, a zero, six letters or digits (RBI). */
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;

export function isIfsc(code: string): boolean {
  return IFSC.test(code);
}

/** Shows the first and last four characters; of eight or fewer, only the last four. */
export function maskAccountNumber(accountNumber: string): string {
  if (accountNumber.length <= 8) return maskToLastFour(accountNumber);
  const hidden = '•'.repeat(accountNumber.length - 8);
  return `${accountNumber.slice(0, 4)}${hidden}${accountNumber.slice(-4)}`;
}

export function maskToLastFour(accountNumber: string): string {
  return `••••${accountNumber.slice(-4)}`;
}
