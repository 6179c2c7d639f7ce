import { expect, it } from 'vitest';
import { parseSupportContact } from './support-contact.ts';

it('parseSupportContact accepts stored contacts and rejects other text', () => {
  const kept = { phone: '1800-000-0000', email: 'support@wallet.example', at: 1 };
  expect(parseSupportContact(JSON.stringify(kept))).toEqual(kept);
  for (const hint of [null, '', 'null', '{', '[]', '{"phone":1,"email":"a","at":1}']) {
    expect(parseSupportContact(hint), String(hint)).toBeUndefined();
  }
});
