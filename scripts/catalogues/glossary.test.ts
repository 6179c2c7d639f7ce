import { describe, expect, it } from 'vitest';
import { avoidedIn, readAvoided } from './glossary.ts';

const TABLE = [
  ['language', 'not', 'but', 'why'],
  ['hi', 'शेष', 'बैलेंस', 'Of statements.'],
  ['ta', 'நிலுவைக் ', 'நிலுவையிலுள்ள', 'Owed.'],
]
  .map((cells) => cells.join('\t'))
  .join('\n');

describe('words to avoid', () => {
  const avoided = readAvoided(TABLE);

  it('reads the words to avoid from the table', () => {
    expect(avoided).toEqual([
      { language: 'hi', word: 'शेष', instead: 'बैलेंस' },
      { language: 'ta', word: 'நிலுவைக் ', instead: 'நிலுவையிலுள்ள' },
    ]);
  });

  it('finds words to avoid in their language, with the replacement', () => {
    expect(avoidedIn('आपकी शेष राशि', 'hi', avoided)).toEqual(['"शेष" (use बैलेंस)']);
    expect(avoidedIn('நிலுவைக் கோரிக்கைகள்', 'ta', avoided)).toHaveLength(1);
    expect(avoidedIn('நிலுவையிலுள்ள கோரிக்கைகள்', 'ta', avoided)).toEqual([]);
    expect(avoidedIn('शेष', 'ta', avoided)).toEqual([]);
  });
});
