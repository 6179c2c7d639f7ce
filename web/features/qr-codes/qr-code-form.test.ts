import { describe, expect, it } from 'vitest';
import { findProblems, initialForm, isImageFailure } from './qr-code-form.ts';

const image = new File(['x'], 'qr.png', { type: 'image/png' });
const filled = { name: 'Shop', description: '', isActive: true };

describe('findProblems', () => {
  it('finds none in a filled form with an image', () => {
    expect(findProblems({ form: filled, image, isNew: true })).toEqual({});
  });

  it('requires a name that is more than spaces', () => {
    const form = { ...filled, name: '  ' };
    expect(findProblems({ form, image, isNew: true })).toEqual({ name: 'missing' });
  });

  it('requires an image only of a new QR code', () => {
    expect(findProblems({ form: filled, image: null, isNew: true })).toEqual({ image: 'missing' });
    expect(findProblems({ form: filled, image: null, isNew: false })).toEqual({});
  });
});

describe('initialForm', () => {
  it('starts a new QR code empty and active', () => {
    expect(initialForm(undefined)).toEqual({ name: '', description: '', isActive: true });
  });
});

describe('isImageFailure', () => {
  it('tells a refused image from a refused QR code', () => {
    expect(isImageFailure('QR_CODE_IMAGE_TOO_LARGE')).toBe(true);
    expect(isImageFailure('FILE_UNREADABLE')).toBe(true);
    expect(isImageFailure('ADMIN_REQUIRED')).toBe(false);
    expect(isImageFailure(undefined)).toBe(false);
  });
});
