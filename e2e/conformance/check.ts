import { Person } from '../support/person.ts';
import { expect, test } from '../support/test.ts';
import type { Wallet } from '../support/wallet.ts';
import { faultsOfAbsence, faultsOfTest } from './named-tests.ts';
import type { Row, Scenes } from './rows.ts';
import { walkScenes } from './walk.ts';

interface Area<Name extends string> {
  /** Whose side of the specification it is, such as `the user side`. */
  name: string;
  rows: readonly Row<Name>[];
  /** Every state of a screen that rows speak of, in the order they are visited. */
  scenes: Scenes<Name>;
  /** What has to be there before the first scene. */
  prepare: (wallet: Wallet) => Promise<void>;
  /** What the browser's console may say on the way. */
  tolerate?: RegExp[];
}

/** Declares the tests that hold an area to its table: no row goes unproven, and none twice. */
export function checkConformance<Name extends string>(area: Area<Name>): void {
  test(`${area.name}: each statement stands once and names a proof that is there`, () => {
    const statements = area.rows.map(({ section, statement }) => `${section}: ${statement}`);
    expect(statements.filter((one, index) => statements.indexOf(one) !== index)).toEqual([]);
    expect(area.rows.flatMap((row) => [...faultsOfTest(row), ...faultsOfAbsence(row)])).toEqual([]);
    for (const { proof } of area.rows) if (proof.kind === 'computed') proof.check();
    const visited = new Set<string>(
      area.rows.flatMap(({ proof }) => (proof.kind === 'seen' ? [proof.scene] : [])),
    );
    expect(Object.keys(area.scenes).filter((scene) => !visited.has(scene))).toEqual([]);
  });

  test(`${area.name}: the screens say what the specification says`, async ({
    wallet,
    openBrowser,
  }) => {
    // It goes through a whole side of the product.
    test.slow();
    await area.prepare(wallet);
    const page = await openBrowser({ tolerate: area.tolerate });
    // Pressing what is not there would use up the time of the whole walk.
    page.setDefaultTimeout(20_000);
    const faults = await walkScenes({ wallet, page, person: new Person(page) }, area);
    expect(faults.join('\n\n')).toBe('');
  });
}
