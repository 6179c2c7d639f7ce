/** Sizes below this are shown in kilobytes, because megabytes with one decimal are too imprecise. */
const SMALL_BYTES = 100_000;

/** 1234567 as "1.2 MB", 12345 as "12 kB", 120 as "1 kB"; in the unit of `ofBytes` (the total) if given. */
export function formatFileSize(bytes: number, language: string, ofBytes = bytes): string {
  const isSmall = ofBytes < SMALL_BYTES;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    minimumFractionDigits: isSmall ? 0 : 1,
    maximumFractionDigits: isSmall ? 0 : 1,
  }).format(isSmall ? Math.max(bytes / 1000, Math.sign(bytes)) : bytes / 1_000_000);
}
