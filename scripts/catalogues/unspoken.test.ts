import { expect, test } from 'vitest';
import catalogue from '../../web/locales/hi.json' with { type: 'json' };

/** Texts of the specification for situations that cannot occur, and the reason. */
const UNSPOKEN: [text: string, reason: string][] = [
  ['Failed to fetch users count', 'the count comes with the other figures, in one answer'],
  ['Failed to create transaction', 'administrators create none but by a balance'],
  ['Failed to update wallet balance in database', 'it is written with its transaction, or not'],
  ['Balance updated but failed to create transaction record', 'both are one transaction'],
  ['User has been deactivated', 'the other variant is shown'],
  ['User has been activated', 'the other variant is shown'],
  ['Please select a role', 'one of the two is always chosen'],
  ['Amount must be greater than 0', 'it is refused as an invalid withdrawal amount'],
  ['User not authenticated', 'who is signed out is told to log in to make a withdrawal'],
  ['No data returned from withdrawal submission', 'one that succeeded returns its transaction'],
];

test.each(UNSPOKEN)('nothing says %j: %s', (text) => {
  // English texts, including those of errors, are the keys of every other catalogue.
  expect(Object.keys(catalogue)).not.toContain(text);
});
