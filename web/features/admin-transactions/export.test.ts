import { describe, expect, it } from 'vitest';
import { createRecordCounter, exportName, exportPath } from './export.ts';

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

describe('createRecordCounter', () => {
  it('counts the same however the text is cut', () => {
    const csv = 'Date,Notes\r\n1,"two\nlines"\r\n2,"a ""quoted"" word"\r\n';
    for (const size of [1, 2, 7, csv.length]) {
      const counter = createRecordCounter();
      let records = 0;
      for (let at = 0; at < csv.length; at += size)
        records = counter.take(csv.slice(at, at + size));
      expect(records).toBe(3);
    }
  });
});
