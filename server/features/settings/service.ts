import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { formatRupees, type Paise, parseRupees, toPaise } from '#contract/money.ts';
import { DEFAULT_MAX_DEPOSIT, HIGHEST_MAX_DEPOSIT, MIN_DEPOSIT } from '#contract/rules.ts';
import type { GeneralSettings, Limits } from '#contract/settings.ts';
import type { Query } from '#server/db/database.ts';
import { runCommand } from '#server/lib/command.ts';
import type { Deps } from '#server/lib/deps.ts';
import { appError } from '#server/lib/errors.ts';
import type { Actor } from '#server/lib/gate.ts';
import { recordSharedChange } from '#server/lib/shared-change.ts';
import { findMaxDeposit, lockSettings, saveMaxDeposit, selectServerVersion } from './queries.ts';

const packageFile = z.object({ version: z.string() });

/** What runs here: which product, which version, on which database. */
export async function getGeneralSettings({ config, db }: Deps): Promise<GeneralSettings> {
  const [version, databaseVersion] = await Promise.all([
    readVersion(config.projectDir),
    selectServerVersion(db.query),
  ]);
  return {
    productName: config.productName,
    version,
    database: { kind: config.databaseUrl ? 'external' : 'embedded', version: databaseVersion },
    runtimeVersion: process.versions.node,
  };
}

/** The highest amount of one deposit. */
export async function getMaxDeposit(query: Query): Promise<Paise> {
  return toPaise((await findMaxDeposit(query)) ?? DEFAULT_MAX_DEPOSIT);
}

export async function getLimits({ db }: Deps): Promise<Limits> {
  return { maxDepositPaise: await getMaxDeposit(db.query) };
}

/** Changes the highest amount of the deposits to come, as an administrator typed it. Throws INVALID_MAX_DEPOSIT. */
export async function setMaxDeposit(deps: Deps, actor: Actor, typed: string): Promise<Limits> {
  const maxDepositPaise = parseMaxDeposit(typed);
  await runCommand(deps, actor, async (tx) => {
    await lockSettings(tx.query);
    const before = { maxDepositPaise: await getMaxDeposit(tx.query) };
    await saveMaxDeposit(tx.query, maxDepositPaise, tx.at);
    await recordSharedChange(tx, {
      actor,
      chainId: 'settings',
      entity: 'settings',
      entityId: 'settings',
      before,
      after: { maxDepositPaise },
      event: (op) => ({ entity: 'settings', op }),
    });
  });
  return { maxDepositPaise };
}

function parseMaxDeposit(typed: string): Paise {
  const amount = parseRupees(typed);
  if (amount !== undefined && amount >= MIN_DEPOSIT && amount <= HIGHEST_MAX_DEPOSIT) return amount;
  throw appError('INVALID_MAX_DEPOSIT', {
    minimum: formatRupees(MIN_DEPOSIT),
    maximum: formatRupees(HIGHEST_MAX_DEPOSIT),
  });
}

async function readVersion(projectDir: string): Promise<string> {
  const text = await readFile(path.join(projectDir, 'package.json'), 'utf8');
  return packageFile.parse(JSON.parse(text)).version;
}
