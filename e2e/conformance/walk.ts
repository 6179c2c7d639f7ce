import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';
import { patternOf, quotesOf, type Row, type Scenes, type Visit } from './rows.ts';

/** Goes through the scenes in their order and proves in each what the rows say of it. Answers what does not hold. */
export async function walkScenes<Name extends string>(
  visit: Visit,
  { rows, scenes }: { rows: readonly Row<Name>[]; scenes: Scenes<Name> },
): Promise<string[]> {
  const faults: string[] = [];
  for (const name of namesOf(scenes)) {
    await test.step(name, async () => {
      await scenes[name](visit);
      for (const row of rows) {
        if (row.proof.kind !== 'seen' || row.proof.scene !== name) continue;
        const fault = await findFault(visit, row);
        if (fault) faults.push(`Section ${row.section}, ${name}: ${row.statement}\n${fault}`);
      }
    });
  }
  return faults;
}

function namesOf<Name extends string>(scenes: Scenes<Name>): Name[] {
  // The keys of a record are those of its type: scenes are written out, not computed.
  return Object.keys(scenes) as Name[];
}

/** One row that does not hold must not hide the next: its failure is noted, and the walk goes on. */
async function findFault(visit: Visit, { proof, statement }: Row): Promise<string | undefined> {
  try {
    if (proof.kind === 'seen') await proof.check?.(visit);
    for (const text of quotesOf(statement)) {
      await expect(onScreen(visit.page, text), `'${text}' is on the screen`).toBeVisible(WAIT);
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Scenes have come to rest: what is not there soon won't come. */
const WAIT = { timeout: 10_000 };

/** Whatever shows exactly this text, or has it as its label or as the hint in an empty field. */
function onScreen(page: Page, text: string): Locator {
  const pattern = patternOf(text);
  return page
    .getByText(pattern)
    .or(page.getByLabel(pattern))
    .or(page.getByPlaceholder(pattern))
    .filter({ visible: true })
    .first();
}
