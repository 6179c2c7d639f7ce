import type { Row } from './rows.ts';
import { userEntryRows } from './user-entry.ts';
import { userRuleRows } from './user-rules.ts';
import type { UserScene } from './user-scenes.ts';
import { userScreenRows } from './user-screens.ts';

/** The user side of the specification, statement by statement, as its resolutions read it. */
export const userRows: readonly Row<UserScene>[] = [
  ...userEntryRows,
  ...userScreenRows,
  ...userRuleRows,
];
