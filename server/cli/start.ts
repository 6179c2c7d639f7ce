import { UsageError, type Verb } from './verb.ts';

export const start: Verb = {
  usage: ['start'],
  summary: 'Runs the server until SIGTERM or SIGINT',
  async run({ words }) {
    if (words.length > 0) throw new UsageError('start takes no words.');
    await import('../start/main.ts');
    return 0;
  },
};
