import { describe, expect, it } from 'vitest';
import { isImageFailure } from './model.ts';

describe('isImageFailure', () => {
  it('distinguishes image errors from QR code errors', () => {
    expect(isImageFailure('QR_CODE_IMAGE_TOO_LARGE')).toBe(true);
    expect(isImageFailure('FILE_UNREADABLE')).toBe(true);
    expect(isImageFailure('ADMIN_REQUIRED')).toBe(false);
    expect(isImageFailure(undefined)).toBe(false);
  });
});
