import { describe, expect, it } from 'vitest';
import { exportName, exportPath } from './export.ts';

describe('exportName', () => {
  it('bears the day in India', () => {
    expect(exportName(new Date('2026-11-20T18:30:00Z'))).toBe('transactions_2026-11-21.csv');
  });
});

describe('exportPath', () => {
  const all = { search: '', status: 'all', type: 'all' } as const;
  it('asks for everything without filters', () => {
    expect(exportPath(all)).toBe('/files/transactions.csv');
  });
  it('carries every filter, escaped', () => {
    const filters = { search: ' a&b ', status: 'pending', type: 'deposit' } as const;
    expect(exportPath({ ...filters, from: '2026-11-01', to: '2026-11-21' })).toBe(
      '/files/transactions.csv?search=a%26b&status=pending&type=deposit&from=2026-11-01&to=2026-11-21',
    );
  });
});
