import { expect, it, vi } from 'vitest';
import { EVENT_POSITION_HEADER } from '#contract/event-position.ts';
import { createAnswers } from './answers.ts';

const headersAt = (position: string) => new Headers({ [EVENT_POSITION_HEADER]: position });

it('knows the oldest answer, in whatever order they come', () => {
  const answers = createAnswers();
  for (const position of ['7:2', '9:1', '7:1']) answers.note(headersAt(position));
  answers.note(new Headers());
  expect(answers.earliest()).toBe('7:1');
  answers.forget();
  expect(answers.earliest()).toBeUndefined();
});

it('tells of an answer that is older than all before, and of no other', () => {
  const answers = createAnswers();
  const listener = vi.fn();
  const stop = answers.onEarlier(listener);
  answers.note(headersAt('7:2'));
  answers.note(headersAt('7:2'));
  answers.note(headersAt('8:0'));
  expect(listener).not.toHaveBeenCalled();
  answers.note(headersAt('6:0'));
  expect(listener).toHaveBeenCalledOnce();
  stop();
  answers.note(headersAt('5:0'));
  expect(listener).toHaveBeenCalledOnce();
});
