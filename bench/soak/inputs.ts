import { parseArgs } from 'node:util';
import {
  type Callers,
  FILE_PLACES,
  sendHostileFile,
  sendHostileStrings,
} from '#server/testing/hostile-calls.ts';
import { buildHostileFiles } from '#server/testing/hostile-files.ts';
import { HOSTILE_STRINGS } from '#server/testing/hostile-strings.ts';
import { listStringFields } from '#server/testing/string-fields.ts';
import { report } from '../report.ts';
import { newPerson } from './money-client.ts';
import { countBroken, withWorlds } from './world.ts';

const CALL_MS = 30_000;

/**
 * Sends every hostile string in every text of every input, and every hostile file to each kind of place that takes files. Prints
 * each response that is the server's fault.
 */
export async function soakInputs(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string', default: '60' }, only: { type: 'string', default: '' } },
  });
  const startedAt = performance.now();
  const until = startedAt + Number(values.minutes) * 60_000;
  const fields = listStringFields().filter(({ name }) => name.includes(values.only));
  const names = Object.keys(HOSTILE_STRINGS);
  const files = await buildHostileFiles();
  const wrong: string[] = [];
  let [sentFields, sentFiles, broken] = [0, 0, 0];
  await withWorlds(async (inWorld) => {
    await inWorld(async ({ db, server: { baseUrl } }) => {
      const line = { db, baseUrl, callMs: CALL_MS };
      const [user, admin] = [await newPerson(line), await newPerson(line, 'admin')];
      const callers: Callers = {
        user: { baseUrl, cookie: user.cookie },
        admin: { baseUrl, cookie: admin.cookie },
      };
      for (const file of files) {
        for (let turn = 0; turn < FILE_PLACES.length && performance.now() < until; turn += 1) {
          wrong.push(...(await sendHostileFile(callers, { file, turn })));
          sentFiles += 1;
        }
      }
      for (const field of fields) {
        if (performance.now() >= until) break;
        wrong.push(...(await sendHostileStrings(callers, { field, names })));
        sentFields += 1;
      }
      broken = await countBroken(db);
    });
  });
  for (const problem of wrong) console.error(problem);
  await report('soak-inputs', `${names.length} strings, ${files.length} files`, {
    minutes: (performance.now() - startedAt) / 60_000,
    'fields, of which each got all strings': sentFields,
    'calls with a string': sentFields * names.length,
    'calls with a file': sentFiles,
    'responses that are the server’s fault': wrong.length,
    'broken invariants': broken,
  });
  if (wrong.length > 0 || broken > 0) process.exitCode = 1;
}
