import { failureRows, failureScenes, prepareFailures } from './conformance/admin-failures.ts';
import { listScenes } from './conformance/admin-list-scenes.ts';
import { keptListRows } from './conformance/admin-lists.ts';
import { peopleRows } from './conformance/admin-people.ts';
import { requestScenes } from './conformance/admin-request-scenes.ts';
import { requestRows } from './conformance/admin-requests.ts';
import { adminRuleRows } from './conformance/admin-rules.ts';
import { prepareAdminSide } from './conformance/admin-visits.ts';
import { checkConformance } from './conformance/check.ts';
import { userRows } from './conformance/user.ts';
import { prepareForms, userFormScenes } from './conformance/user-form-scenes.ts';
import { userFormRows } from './conformance/user-forms.ts';
import { prepareUserSide, userScenes } from './conformance/user-scenes.ts';

checkConformance({
  name: 'the user side',
  rows: userRows,
  scenes: userScenes,
  prepare: prepareUserSide,
  tolerate: [/status of 401/],
});

/** What fails on purpose, and passwords that are wrong. */
const FAILURES = [/status of [45]\d\d/, /net::ERR_FAILED/];

checkConformance({
  name: 'the user side, forms',
  rows: userFormRows,
  scenes: userFormScenes,
  prepare: prepareForms,
  tolerate: FAILURES,
});

checkConformance({
  name: 'the administrator side, people and requests',
  rows: [...peopleRows, ...requestRows],
  scenes: requestScenes,
  prepare: prepareAdminSide,
  tolerate: FAILURES,
});

checkConformance({
  name: 'the administrator side, lists and rules',
  rows: [...keptListRows, ...adminRuleRows],
  scenes: listScenes,
  prepare: prepareAdminSide,
  tolerate: FAILURES,
});

checkConformance({
  name: 'the administrator side, failures',
  rows: failureRows,
  scenes: failureScenes,
  prepare: prepareFailures,
  tolerate: FAILURES,
});
