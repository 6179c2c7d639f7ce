import { expect, test } from 'vitest';
import * as bankAccounts from '../bank-accounts/rules.ts';
import * as banners from '../banners/rules.ts';
import * as deposits from '../deposits/rules.ts';
import * as notifications from '../notifications/rules.ts';
import * as sources from '../sources/rules.ts';
import * as transactions from '../transactions/rules.ts';
import * as uploads from '../uploads/rules.ts';
import * as users from '../users/rules.ts';
import * as withdrawals from '../withdrawals/rules.ts';
import * as enums from './enums.ts';
import * as text from './text.ts';

const limits = {
  ...bankAccounts,
  ...banners,
  ...deposits,
  ...notifications,
  ...sources,
  ...transactions,
  ...uploads,
  ...users,
  ...withdrawals,
  ...enums,
  ...text,
};

test('limits match the specification', { tags: 'section-9' }, () => {
  expect(limits).toMatchObject({
    LANGUAGES: ['en', 'hi', 'te', 'ml', 'ta', 'kn'],
    MIN_PASSWORD_LENGTH: 6,
    MIN_USERNAME_LENGTH: 3,
    MIN_SOURCE_NAME_LENGTH: 2,
    MIN_ACCOUNT_NUMBER_LENGTH: 5,
    SHORT_ID_LENGTH: 8,
    MIN_DEPOSIT: 100,
    MIN_WITHDRAWAL: 1000,
    DEFAULT_PAYMENT_METHOD: 'UPI',
    MAX_UPLOAD_BYTES: 5 * 1024 * 1024,
    UPLOAD_TYPES: ['image/jpeg', 'image/png', 'image/webp'],
    MAX_BANNER_BYTES: 10 * 1024 * 1024,
    MAX_BANNER_WIDTH: 1200,
    MAX_BANNER_HEIGHT: 600,
    DEFAULT_CAROUSEL_SECONDS: 10,
    MIN_CAROUSEL_SECONDS: 5,
    MAX_CAROUSEL_SECONDS: 60,
    NOTIFICATIONS_LIMIT: 50,
  });
});
