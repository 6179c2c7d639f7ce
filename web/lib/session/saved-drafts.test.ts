import { beforeEach, describe, expect, it } from 'vitest';
import {
  findDraft,
  forgetDraft,
  forgetDrafts,
  forgetDraftsOfOthers,
  keepDrafts,
  showDraft,
} from './saved-drafts.ts';

const receipt = { name: 'receipt.png' };
const show = (read: () => unknown = () => receipt) =>
  showDraft('deposit', { userId: 'demo', read });

describe('drafts after the session ended', () => {
  beforeEach(forgetDrafts);

  it('findDraft returns the draft to the user who typed it', () => {
    const leave = show();
    keepDrafts();
    leave();
    expect(findDraft('deposit', 'demo')).toBe(receipt);
  });

  it('hides a draft from other users and deletes it when another user signs in', () => {
    show();
    keepDrafts();
    expect(findDraft('deposit', 'meera')).toBeUndefined();
    forgetDraftsOfOthers('meera');
    expect(findDraft('deposit', 'demo')).toBeUndefined();
  });

  it('does not keep a draft if the form was left before, or is empty', () => {
    show()();
    keepDrafts();
    show(() => undefined);
    keepDrafts();
    expect(findDraft('deposit', 'demo')).toBeUndefined();
  });

  it('deletes a draft after it was sent', () => {
    show();
    keepDrafts();
    forgetDraft('deposit');
    expect(findDraft('deposit', 'demo')).toBeUndefined();
  });

  it('removes a draft once a form shows it, until the session ends again', () => {
    show()();
    show();
    keepDrafts();
    const leave = show();
    expect(findDraft('deposit', 'demo')).toBeUndefined();
    keepDrafts();
    leave();
    expect(findDraft('deposit', 'demo')).toBe(receipt);
  });

  it('keeps no draft after a logout, even if a form is still on screen', () => {
    show();
    forgetDrafts();
    keepDrafts();
    expect(findDraft('deposit', 'demo')).toBeUndefined();
  });
});
