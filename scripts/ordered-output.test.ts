import { expect, test } from 'vitest';
import { orderOutputs } from './ordered-output.ts';

test('shows outputs in their order, each once those before it have ended', () => {
  let shown = '';
  const target = {
    write(text: string) {
      shown += text;
      return true;
    },
  };
  const [first, second, third] = orderOutputs(target, 3);
  second?.write('2a ');
  first?.write('1a ');
  expect(shown).toBe('1a ');
  third?.write('3a ');
  third?.end();
  first?.write('1b ');
  first?.end();
  expect(shown).toBe('1a 1b 2a ');
  second?.write('2b ');
  expect(shown).toBe('1a 1b 2a 2b ');
  second?.end();
  expect(shown).toBe('1a 1b 2a 2b 3a ');
});
