import { expect, test } from 'vitest';
import { userPageSearch } from './user-tabs.ts';

const request = '00000000-0000-7000-8000-000000000001';

test.each([
  [{}, {}],
  [{ tab: 'overview' }, {}],
  [{ tab: 'sessions', kind: 'notes', request }, { tab: 'sessions' }],
  [{ tab: 'nothing' }, {}],
  [{ kind: 'notes' }, { tab: 'activity', kind: 'notes' }],
  [{ tab: 'activity', kind: 'nothing' }, { tab: 'activity' }],
  [
    { tab: 'requests', request },
    { tab: 'requests', request },
  ],
  [{ tab: 'requests', request: '<script>' }, { tab: 'requests' }],
])('userPageSearch reads %j as %j', (raw, search) => expect(userPageSearch(raw)).toEqual(search));
