import { generateSecretKey } from '../base/keys.ts';
import { rotateKeys } from '../features/bank-accounts/encrypt-numbers.ts';
import { withCurrentDatabase } from './connect.ts';
import { print, type Terminal, UsageError, untilStopped, type Verb } from './verb.ts';

export const secrets: Verb = {
  usage: ['secrets keygen', 'secrets rotate'],
  summary: 'Makes a SECRET_KEY, or encrypts all account numbers and secrets with the first one',
  details:
    'keygen prints a key. To rotate: give every server SECRET_KEY=OLD,NEW, then NEW,OLD, then run rotate, then remove OLD.\n' +
    'Servers read a changed SECRET_KEY_FILE within 20 seconds. While one encrypts with another key, rotate waits, and then exits with 1.\n' +
    'rotate can be repeated after an interruption, and servers keep running meanwhile. It exits with 1 if values are\n' +
    'left that it could not encrypt.',
  async run({ words }, terminal) {
    const [what, ...more] = words;
    if (more.length > 0) throw new UsageError('secrets keygen, or secrets rotate');
    if (what === 'keygen') {
      print(terminal.output, generateSecretKey());
      return 0;
    }
    if (what === 'rotate') return rotate(terminal);
    throw new UsageError('secrets keygen, or secrets rotate');
  },
};

function rotate(terminal: Terminal): Promise<number> {
  return withCurrentDatabase(terminal.env, async ({ deps }) => {
    const report = (line: string) => print(terminal.errors, line);
    const { sealed, left, unreadable, otherHolders } = await untilStopped((signal) =>
      rotateKeys(deps.db, { report, signal }),
    );
    if (otherHolders > 0) {
      print(
        terminal.output,
        `${otherHolders} servers still encrypt with another key: give them the new one as the first, and run it again.`,
      );
      return 1;
    }
    print(terminal.output, `Encrypted ${sealed} values with the current key.`);
    if (left > 0) print(terminal.output, `${left} were in use: run it again.`);
    if (unreadable > 0) {
      print(terminal.output, `${unreadable} cannot be read with any key of SECRET_KEY.`);
    }
    return left + unreadable === 0 ? 0 : 1;
  });
}
