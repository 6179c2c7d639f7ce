export const MIN_SOURCE_NAME_LENGTH = 2;
