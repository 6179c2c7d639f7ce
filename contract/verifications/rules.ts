export const DOCUMENT_KINDS = ['pan', 'aadhaar', 'address', 'selfie', 'other'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Kinds whose number can be entered. Only its last four characters are stored. */
export const NUMBERED_KINDS: readonly DocumentKind[] = ['pan', 'aadhaar'];

export const REQUESTABLE_LEVELS = ['basic', 'full'] as const;
export type RequestableLevel = (typeof REQUESTABLE_LEVELS)[number];

export const VERIFICATION_STATES = ['waiting', 'granted', 'rejected', 'withdrawn'] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** Documents of one request. */
export const MAX_DOCUMENTS = 6;
export const MAX_DOCUMENTS_A_DAY = 20;
export const MAX_REQUESTS_A_DAY = 5;
/** Documents that were not sent for review are deleted after this time. */
export const UNSENT_DAYS = 7;
export const MAX_DOCUMENT_NUMBER_LENGTH = 20;

/** The fourth letter is the kind of holder: a person, a company and so on. */
const PAN = /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/;
const AADHAAR = /^[2-9]\d{11}$/;

/** Returns a number without blanks and hyphens, in upper case. */
export function toPlainNumber(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

export function isPan(number: string): boolean {
  return PAN.test(number);
}

/** Checks the length, the first digit and the checksum, which is the last digit. */
export function isAadhaar(number: string): boolean {
  return AADHAAR.test(number) && verhoeffChecksum(number) === 0;
}

/** Returns the error of a number, if any. An empty number is allowed. */
export function numberProblem(
  kind: DocumentKind,
  typed: string,
): 'INVALID_PAN' | 'INVALID_AADHAAR' | undefined {
  const number = toPlainNumber(typed);
  if (number === '') return undefined;
  if (kind === 'pan' && !isPan(number)) return 'INVALID_PAN';
  return kind === 'aadhaar' && !isAadhaar(number) ? 'INVALID_AADHAAR' : undefined;
}

/** The eight powers of the permutation (1 5 8 9 4 2 7 0)(3 6). */
const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** Verhoeff's checksum (1969) over the dihedral group D5; 0 for a valid number with its check digit. */
function verhoeffChecksum(digits: string): number {
  let sum = 0;
  [...digits].reverse().forEach((digit, position) => {
    let value = Number(digit);
    for (let power = 0; power < position % 8; power += 1) value = PERMUTATION[value] ?? 0;
    sum = multiply(sum, value);
  });
  return sum;
}

/** Product in D5: 0 to 4 are rotations, 5 to 9 reflections. */
function multiply(a: number, b: number): number {
  const isReflected = a >= 5 !== b >= 5;
  const rotation = a < 5 ? (a % 5) + (b % 5) : (a % 5) - (b % 5);
  return (((rotation % 5) + 5) % 5) + (isReflected ? 5 : 0);
}
