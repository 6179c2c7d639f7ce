import { expect } from '../support/test.ts';
import { ACCOUNTS } from '../support/wallet.ts';
import { fill, open, press } from './admin-visits.ts';
import type { Scenes } from './rows.ts';

/** The states of the screens of lists and settings, in the order they are visited. */
export const listScenes = {
  'no sources': async (visit) => {
    await visit.person.arrive(ACCOUNTS.admin, '/admin/sources');
  },
  'no QR codes': (visit) => open(visit, '/admin/qr-codes', 'QR Code Management'),
  'no banners': (visit) => open(visit, '/admin/banners', 'Ad Banner Management'),
  'no banks': (visit) => open(visit, '/admin/banks', 'Bank Management'),
  'no site URLs': (visit) => open(visit, '/admin/site-urls', 'Site URLs'),
  sources: async (visit) => {
    await fill(visit.wallet);
    await open(visit, '/admin/sources', 'Source Management');
    await expect(visit.person.row('Fair')).toBeVisible();
  },
  'add source': ({ page }) => press(page, 'Add Source'),
  'edit source': async (visit) => {
    await open(visit, '/admin/sources', 'Source Management');
    await press(visit.page, 'Edit Fair');
  },
  'delete source': async (visit) => {
    await open(visit, '/admin/sources', 'Source Management');
    await press(visit.page, 'Delete Fair');
  },
  'QR codes': (visit) => open(visit, '/admin/qr-codes', 'QR Code Management'),
  'add QR code': ({ page }) => press(page, 'Add QR Code'),
  'edit QR code': async (visit) => {
    await open(visit, '/admin/qr-codes', 'QR Code Management');
    await press(visit.page, 'Edit Shop counter');
  },
  'delete QR code': async (visit) => {
    await open(visit, '/admin/qr-codes', 'QR Code Management');
    await press(visit.page, 'Delete Shop counter');
  },
  banners: (visit) => open(visit, '/admin/banners', 'Ad Banner Management'),
  banks: (visit) => open(visit, '/admin/banks', 'Bank Management'),
  'site URLs': (visit) => open(visit, '/admin/site-urls', 'Site URLs'),
  'add site URL': ({ page }) => press(page, 'Add Site URL'),
  settings: (visit) => open(visit, '/admin/settings/general', 'Settings'),
} satisfies Scenes;

export type ListScene = keyof typeof listScenes;
