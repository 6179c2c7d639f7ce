import { MAX_CAROUSEL_SECONDS, MIN_CAROUSEL_SECONDS } from '#contract/banners/rules.ts';
import type { BannerForm } from '#contract/banners/schema.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { parseWebUrl } from '#contract/shared/text.ts';

export type ImageProblem = 'missing' | 'type' | 'size' | 'load' | 'compress';
export type BannerProblems = { title: 'missing'; linkUrl: 'invalid'; image: ImageProblem };

export const EMPTY_BANNER: BannerForm = { title: '', description: '', linkUrl: '', isActive: true };

/** Returns whether title and image are present; until then the button is disabled. */
export function isReady(form: BannerForm, image: File | null): boolean {
  return form.title.trim() !== '' && image !== null;
}

/** Returns validation problems. The link is optional but must be valid. */
export function findProblems(form: BannerForm, image: File | null): Partial<BannerProblems> {
  return {
    ...(form.title.trim() === '' && { title: 'missing' as const }),
    ...(!isLink(form.linkUrl) && { linkUrl: 'invalid' as const }),
    ...(!image && { image: 'missing' as const }),
  };
}

function isLink(typed: string): boolean {
  return typed.trim() === '' || parseWebUrl(typed) !== undefined;
}

export function isImageFailure(code: ErrorCode | undefined): boolean {
  return code !== undefined && /^(FILE_|BANNER_IMAGE_|PAYLOAD_)/.test(code);
}

/** Parses whole seconds from 5 to 60; undefined for other input. */
export function parseSlideSeconds(typed: string | number): number | undefined {
  const seconds = typeof typed === 'number' ? typed : Number(typed.trim() || Number.NaN);
  const isWithin = seconds >= MIN_CAROUSEL_SECONDS && seconds <= MAX_CAROUSEL_SECONDS;
  return Number.isInteger(seconds) && isWithin ? seconds : undefined;
}
