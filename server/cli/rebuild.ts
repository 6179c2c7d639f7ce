import { isProjection, PROJECTION_NAMES } from '../db/projections.ts';
import { rebuildProjection } from '../db/projector.ts';
import { withCurrentDatabase } from './connect.ts';
import { print, UsageError, type Verb } from './verb.ts';

const NAMES = PROJECTION_NAMES.join(', ');

export const rebuild: Verb = {
  usage: ['rebuild NAME'],
  summary: 'Makes derived sums again from all transactions while the server runs',
  details:
    `NAME is one of ${NAMES}. Readers see the old sums until the new ones are complete.\n` +
    '"wallet verify" compares all of them with the transactions.',
  async run({ words }, terminal) {
    const [name, ...more] = words;
    if (!isProjection(name) || more.length > 0) {
      throw new UsageError(`rebuild needs one of ${NAMES}.`);
    }
    const rows = await withCurrentDatabase(terminal.env, ({ deps }) =>
      rebuildProjection(deps.db, name),
    );
    print(terminal.output, `Made ${name} again: ${rows} rows.`);
    return 0;
  },
};
