import { describe, expect, it } from 'vitest';
import { createRecordCounter } from './use-csv-export.ts';

describe('createRecordCounter', () => {
  it('counts the same records wherever the text is split', () => {
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
