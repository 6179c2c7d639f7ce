/** Below this, megabytes with one decimal say too little. */
const SMALL_BYTES = 100_000;

/**
 * Writes a size in the reader's language: 1234567 to "1.2 MB", 12345 to "12 kB". `ofBytes` is the whole that the
 * size is a part of, whose unit it takes.
 */
export function formatFileSize(bytes: number, language: string, ofBytes = bytes): string {
  const isSmall = ofBytes < SMALL_BYTES;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    minimumFractionDigits: isSmall ? 0 : 1,
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(bytes / (isSmall ? 1000 : 1_000_000));
}
