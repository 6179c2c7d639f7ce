import { describe, expect, it } from 'vitest';
import { NO_FILTERS } from '#web/lib/lists/transaction-filters.ts';
import { exportName, exportPath } from './export.ts';

describe('passbook export', () => {
  it('uses the day in India in the file name', () => {
    expect(exportName(new Date('2026-11-20T18:29:00Z'))).toBe('passbook-2026-11-20.csv');
    expect(exportName(new Date('2026-11-20T18:31:00Z'))).toBe('passbook-2026-11-21.csv');
  });

  it('requests the filtered rows', () => {
    expect(exportPath(NO_FILTERS)).toBe('/files/passbook.csv');
    expect(exportPath({ ...NO_FILTERS, search: 'a&b', type: 'deposit' })).toBe(
      '/files/passbook.csv?search=a%26b&type=deposit',
    );
  });
});
