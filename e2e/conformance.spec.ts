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
