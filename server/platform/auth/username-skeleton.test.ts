import { expect, it } from 'vitest';
import { usernameSkeleton } from './username-skeleton.ts';

it.each([
  ['\u0430sha', 'asha'],
  ['\uff41\uff44\uff4d\uff49\uff4e', 'admin'],
  ['Adm\u0456n', 'admin'],
  ['\u0410DMIN', 'admin'],
  ['p\u0430yp\u0430l', 'paypal'],
])('maps %s to the name it looks like', (username, skeleton) => {
  expect(usernameSkeleton(username)).toBe(skeleton);
});

it('has no skeleton for names in ASCII, so that m and rn stay different', () => {
  expect(usernameSkeleton('tom')).toBeUndefined();
});

it('gives different Indian names different skeletons', () => {
  const names = ['ఆశ', 'ஆஷா', 'आशा', 'രവി', 'ರವಿ', 'రవి'];
  expect(new Set(names.map(usernameSkeleton)).size).toBe(names.length);
});
