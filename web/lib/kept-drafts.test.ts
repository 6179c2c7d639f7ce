import { beforeEach, describe, expect, it } from 'vitest';
import {
  findDraft,
  forgetDraft,
  forgetDrafts,
  forgetDraftsOfOthers,
  keepDrafts,
  showDraft,
} from './kept-drafts.ts';

const receipt = { name: 'receipt.png' };
const show = (read: () => unknown = () => receipt) =>
  showDraft('deposit', { userId: 'demo', read });

describe('a draft whose writer was signed out', () => {
  beforeEach(forgetDrafts);

  it('is there for them, as it was', () => {
    const leave = show();
    keepDrafts();
    leave();
    expect(findDraft('deposit', 'demo')).toBe(receipt);
  });

  it('is not there for anyone else, and gone once another person signs in', () => {
    show();
    keepDrafts();
    expect(findDraft('deposit', 'meera')).toBeUndefined();
    forgetDraftsOfOthers('meera');
    expect(findDraft('deposit', 'demo')).toBeUndefined();
  });

  it('is not kept when they left its page before, or typed nothing', () => {
    show()();
    keepDrafts();
    show(() => undefined);
    keepDrafts();
    expect(findDraft('deposit', 'demo')).toBeUndefined();
  });

  it('is gone once it was sent', () => {
    show();
    keepDrafts();
    forgetDraft('deposit');
    expect(findDraft('deposit', 'demo')).toBeUndefined();
  });

  it('is gone once it is on screen again, until their session ends again', () => {
    show()();
    show();
    keepDrafts();
    const leave = show();
    expect(findDraft('deposit', 'demo')).toBeUndefined();
    keepDrafts();
    leave();
    expect(findDraft('deposit', 'demo')).toBe(receipt);
  });

  it('is not kept after a logout, not even from a form still on screen', () => {
    show();
    forgetDrafts();
    keepDrafts();
    expect(findDraft('deposit', 'demo')).toBeUndefined();
  });
});
