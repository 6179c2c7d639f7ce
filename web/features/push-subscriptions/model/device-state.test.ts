import { expect, test } from 'vitest';
import { deviceState } from './device-state.ts';

const able = { hasPush: true, isIos: false, permission: 'default', isSubscribed: false } as const;

test.each([
  ['a browser without push messages', { hasPush: false }, 'unsupported'],
  ['an iPhone without the app on its home screen', { hasPush: false, isIos: true }, 'needsInstall'],
  [
    'a browser in which the person has blocked them',
    { permission: 'denied', isSubscribed: true },
    'blocked',
  ],
  ['a browser that was not asked', {}, 'off'],
  ['a browser that subscribed', { permission: 'granted', isSubscribed: true }, 'on'],
  ['a browser that was asked, but has ended them', { permission: 'granted' }, 'off'],
] as const)('%s', (_, facts, expected) => {
  expect(deviceState({ ...able, ...facts })).toBe(expected);
});
