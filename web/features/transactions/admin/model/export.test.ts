import { describe, expect, it } from 'vitest';
import { exportName, exportPath } from './export.ts';

describe('exportName', () => {
  it('contains the day in India', () => {
    expect(exportName(new Date('2026-11-20T18:30:00Z'))).toBe('transactions_2026-11-21.csv');
  });
});

describe('exportPath', () => {
  const all = { search: '', status: 'all', type: 'all', account: 'all' } as const;
  it('has no parameters without filters', () => {
    expect(exportPath(all)).toBe('/files/transactions.csv');
  });
  it('contains every filter, URL-encoded', () => {
    const filters = {
      search: ' a&b ',
      status: 'pending',
      type: 'deposit',
      account: 'deleted',
    } as const;
    expect(exportPath({ ...filters, from: '2026-11-01', to: '2026-11-21' })).toBe(
      '/files/transactions.csv?search=a%26b&status=pending&type=deposit&from=2026-11-01&to=2026-11-21&account=deleted',
    );
  });
});
