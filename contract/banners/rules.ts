export const MAX_BANNER_BYTES = 10 * 1024 * 1024;
export const MAX_BANNER_WIDTH = 1200;
export const MAX_BANNER_HEIGHT = 600;
export const MIN_CAROUSEL_SECONDS = 5;
export const MAX_CAROUSEL_SECONDS = 60;
export const DEFAULT_CAROUSEL_SECONDS = 10;
export const UNSAVED_SLIDE_SECONDS = 5;
