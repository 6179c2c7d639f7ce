import { expect, test } from 'vitest';
import {
  isDecidable,
  isPosted,
  isRefused,
  REQUEST_STATES,
  SHOWN_STATUSES,
  TRANSACTION_STATUSES,
} from './states.ts';

const states = Object.entries(REQUEST_STATES);

test('every event leads to a state, and what is decided stays decided', () => {
  for (const [name, { events, tab }] of states) {
    const targets = Object.values<{ to: string }>(events).map(({ to }) => to);
    expect(Object.keys(REQUEST_STATES), name).toEqual(expect.arrayContaining(targets));
    expect(targets.length > 0, name).toBe(tab === 'pending');
  }
});

test('an event posts exactly what the state that it leads to has posted, and frees what is not held there', () => {
  for (const [name, { events }] of states) {
    for (const event of Object.values<{ to: string; effect: string }>(events)) {
      const { isPosted: posts, isHeld } = REQUEST_STATES[event.to as keyof typeof REQUEST_STATES];
      const effect = posts ? 'post' : isHeld ? 'none' : 'releaseHold';
      expect(event.effect, `${name} to ${event.to}`).toBe(effect);
    }
  }
});

test('the lists name every status and every state that people read', () => {
  const shown = states.flatMap(([name, { word }]) => (word === null ? [] : [name]));
  expect(SHOWN_STATUSES).toEqual(shown);
  expect(TRANSACTION_STATUSES).toEqual([...new Set(states.map(([, { status }]) => status))]);
});

test('a request is open, posted or refused', () => {
  for (const status of TRANSACTION_STATUSES) {
    const kinds = [isDecidable, isPosted, isRefused].filter((is) => is({ status }));
    expect(kinds, status).toHaveLength(1);
  }
});
