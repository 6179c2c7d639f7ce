import { expect, it, vi } from 'vitest';
import { EVENT_POSITION_HEADER } from '#contract/events/position.ts';
import { createResponsePositions } from './response-positions.ts';

const headersAt = (position: string) => new Headers({ [EVENT_POSITION_HEADER]: position });

it('returns the earliest position, whatever the order of the responses', () => {
  const responsePositions = createResponsePositions();
  for (const position of ['7:2', '9:4', '8:1']) responsePositions.record(headersAt(position));
  responsePositions.record(new Headers());
  expect(responsePositions.earliest()).toBe('8:1');
  responsePositions.reset();
  expect(responsePositions.earliest()).toBeUndefined();
});

it('notifies its listeners only of a response that is earlier than all before', () => {
  const responsePositions = createResponsePositions();
  const listener = vi.fn();
  const stop = responsePositions.onEarlier(listener);
  responsePositions.record(headersAt('7:2'));
  responsePositions.record(headersAt('7:2'));
  responsePositions.record(headersAt('7:3'));
  expect(listener).not.toHaveBeenCalled();
  responsePositions.record(headersAt('8:1'));
  expect(listener).toHaveBeenCalledOnce();
  stop();
  responsePositions.record(headersAt('8:0'));
  expect(listener).toHaveBeenCalledOnce();
});
