import { adminListRows } from './admin-lists.ts';
import { adminRequestRows } from './admin-requests.ts';
import { adminRuleRows } from './admin-rules.ts';
import type { AdminScene } from './admin-scenes.ts';
import type { Row } from './rows.ts';

/** The administrators' side of the specification, statement by statement, as its resolutions read it. */
export const adminRows: readonly Row<AdminScene>[] = [
  ...adminRequestRows,
  ...adminListRows,
  ...adminRuleRows,
];
