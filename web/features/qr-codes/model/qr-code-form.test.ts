import { describe, expect, it } from 'vitest';
import { findProblems, initialForm, isImageFailure } from './qr-code-form.ts';

const image = new File(['x'], 'qr.png', { type: 'image/png' });
const filled = { name: 'Shop', description: '', isActive: true };

describe('findProblems', () => {
  it('returns no problems for a complete form with an image', () => {
    expect(findProblems({ form: filled, image, isNew: true })).toEqual({});
  });

  it('requires a name that is not only spaces', () => {
    const form = { ...filled, name: '  ' };
    expect(findProblems({ form, image, isNew: true })).toEqual({ name: 'missing' });
  });

  it('requires an image only for a new QR code', () => {
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
  it('distinguishes image errors from QR code errors', () => {
    expect(isImageFailure('QR_CODE_IMAGE_TOO_LARGE')).toBe(true);
    expect(isImageFailure('FILE_UNREADABLE')).toBe(true);
    expect(isImageFailure('ADMIN_REQUIRED')).toBe(false);
    expect(isImageFailure(undefined)).toBe(false);
  });
});
