import { adminRows } from './conformance/admin.ts';
import { adminScenes, prepareAdminSide } from './conformance/admin-scenes.ts';
import { checkConformance } from './conformance/check.ts';
import { userRows } from './conformance/user.ts';
import { prepareUserSide, userScenes } from './conformance/user-scenes.ts';

checkConformance({
  name: 'the user side',
  rows: userRows,
  scenes: userScenes,
  prepare: prepareUserSide,
  tolerate: [/status of 401/],
});

checkConformance({
  name: 'the administrator side',
  rows: adminRows,
  scenes: adminScenes,
  prepare: prepareAdminSide,
  // What fails on purpose, and passwords that are wrong.
  tolerate: [/status of [45]\d\d/, /net::ERR_FAILED/],
});
