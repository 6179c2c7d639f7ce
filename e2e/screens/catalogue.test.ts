import { expect } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#contract/uploads/rules.ts';
import {
  ADMIN,
  addNewcomer,
  buildFileOfSize,
  emptyLists,
  seedDemoData,
  signInToApi,
} from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

testScreens('admin lists', async (admin, application) => {
  await emptyLists(application.server);
  await addNewcomer(application.server);
  await application.open(ADMIN, '/admin/sources');
  await checkEmptyLists(admin);
  await seedDemoData(application.server);
  await checkSources(admin);
  await checkQrCodes(admin);
  await checkBanners(admin);
  await checkBanks(admin);
  await checkSiteUrls(admin);
  await checkSettings(admin);
});

async function checkEmptyLists(admin: SpecChecker): Promise<void> {
  await admin.expectTexts(
    "2.6 Sources: 'Source Management', 'Manage sales sources for tracking deposit origins', 'Sources (0)', 'Add Source'; none: 'No sources found. Create your first source to start tracking.'",
  );

  await admin.openFresh('/admin/qr-codes', 'QR Code Management');
  await admin.expectTexts(
    "2.6 QR codes: 'QR Code Management', 'Manage payment QR codes for user deposits', 'QR Codes (0)', 'Add QR Code'; none: 'No QR Codes', 'Upload your first payment QR code to get started'",
  );

  await admin.openFresh('/admin/banners', 'Ad Banner Management');
  await admin.check(
    "2.6 Banners: 'Ad Banner Management', 'Slide duration (seconds)', 'Banner title', 'Link URL (optional)', 'Active', 'Banner image', 'Current Ad Banners (0)'; none: 'No Ad Banners'",
    () => admin.isDisabled('Create banner'),
  );
  await admin.check(
    "5 'Please enter a banner title', and 'Only JPEG, JPG, PNG, and WebP images are allowed'",
    async () => {
      const title = await admin.findField('Banner title');
      title.focus();
      title.blur();
      await admin.chooseFile('Banner image', new File(['GIF'], 'a.gif', { type: 'image/gif' }));
    },
  );
  await admin.check("5 A banner's image above 10 MB: 'File size must be less than 10MB'", () =>
    admin.chooseFile('Banner image', buildFileOfSize(10 * 1024 * 1024 + 1)),
  );

  await admin.openFresh('/admin/banks', 'Bank Management');
  await admin.expectTexts(
    "2.6 Banks: 'Bank Management', 'Bank name', 'Bank code', 'Add Bank', 'Available Banks'; none: 'No Banks Added'",
  );
  await admin.check(
    "5 Adding half a bank: 'Missing Information', 'Please provide both bank name and code.'",
    () => admin.pressButton('Add Bank'),
  );

  await admin.openFresh('/admin/site-urls', 'Site URLs');
  await admin.expectTexts(
    "2.6 Site URLs: 'Add Site URL'; none: 'No site URLs found. Add your first site URL.'",
  );
}

async function checkSources(admin: SpecChecker): Promise<void> {
  await admin.openFresh('/admin/sources', 'Source Management');
  await admin.row('Fair');
  await admin.check(
    "2.6 Table Name, Status, Created, Actions: 'Sources (1)', 'Fair', 'Active'",
    () => admin.hasColumns('Name', 'Status', 'Created', 'Actions'),
  );

  await admin.pressButton('Add Source');
  await admin.check(
    "2.6 Dialog 'Add New Source' with 'Name' and 'Active', which is on at first",
    async () => expect(await admin.find('switch', /^Active/)).toHaveProperty('checked', true),
  );
  await admin.check(
    "5 A name of one letter: 'Source name must be at least 2 characters'",
    async () => {
      await admin.fillIn({ Name: 'S' }, 'Create source');
      await admin.waitUntil('Source name must be at least 2 characters');
      await admin.isAccessible();
    },
  );
  await admin.check(
    '9 Escape asks before input is lost, and closes that question only',
    async () => {
      admin.pressKey('Escape');
      await admin.dialog('Discard changes?');
      admin.pressKey('Escape');
      await admin.hasCount('dialog', 'Discard changes?', 0);
      await admin.dialog('Add New Source');
    },
  );
  await admin.check("8 Created: 'Source created successfully', 'Stall'", () =>
    admin.fillIn({ Name: 'Stall' }, 'Create source'),
  );

  await admin.pressButton('Edit Fair');
  await admin.check("2.6 Dialog 'Edit Source' with what is there", () =>
    admin.hasValue('Name', 'Fair'),
  );
  await admin.check("8 Saved: 'Source updated successfully'", async () => {
    await admin.press('switch', /^Active/);
    await admin.pressButton('Update source');
    await admin.contains(['row', /Fair/], 'Inactive');
  });
  await admin.check('9 A source of another administrator appears by itself', async () => {
    const { api } = await signInToApi(admin.application.server, ADMIN);
    await api.sources.create({ name: 'From elsewhere', isActive: true });
    await admin.row('From elsewhere');
  });

  await admin.pressButton('Delete Fair');
  await admin.expectTexts("2.6 Delete confirm: 'Are you sure you want to delete this source?'");
  await admin.check("8 Deleted: 'Source deleted successfully'", () => admin.pressButton('Delete'));
  await admin.hasNoRow('Fair');
}

async function checkQrCodes(admin: SpecChecker): Promise<void> {
  await admin.openFresh('/admin/qr-codes', 'QR Code Management');
  await admin.check(
    "2.6 A card: 'Shop counter', 'No description', 'Active', image, edit, delete and toggle",
    async () => {
      await admin.find('img', 'QR code Shop counter');
      await admin.find('button', 'Edit Shop counter');
      await admin.find('button', 'Delete Shop counter');
      await admin.find('switch', 'Active: Shop counter');
    },
  );
  await admin.check("4 The toggle: 'Inactive' at once", () =>
    admin.press('switch', 'Active: Shop counter'),
  );

  await admin.pressButton('Add QR Code');
  await admin.expectTexts(
    "2.6 Dialog 'Add New QR Code': 'Name', 'Description', 'QR Code Image', 'Active'",
  );
  await admin.check(
    "5 Without name and image: 'Please enter a name for the QR code', 'Please select a QR code image'",
    () => admin.fillIn({ Name: '  ' }, 'Create QR code'),
  );
  const html = '<!doctype html><script>alert(1)</script>';
  await admin.check("5 An image of another type: 'Please select an image file'", () =>
    admin.chooseFile('QR Code Image', new File([html], 'a.svg', { type: 'image/svg+xml' })),
  );
  await admin.check("5 An image above 5 MB: 'File size must be less than 5MB'", () =>
    admin.chooseFile('QR Code Image', buildFileOfSize(MAX_UPLOAD_BYTES + 1)),
  );
  await admin.check(
    "8 A file that only claims to be an image: 'Failed to upload QR code image: {reason}'",
    async () => {
      await admin.chooseFile('QR Code Image', new File([html], 'a.png', { type: 'image/png' }));
      await admin.fillIn({ Name: 'Till' }, 'Create QR code');
      await admin.waitUntil('Failed to upload QR code image: Please select an image file');
      await admin.isAccessible();
    },
  );
  await admin.hasCount('img', 'QR code Till', 0);

  await admin.openFresh('/admin/qr-codes', 'QR Code Management');
  await admin.pressButton('Edit Shop counter');
  await admin.check("2.6 Dialog 'Edit QR Code' with what is there", () =>
    admin.hasValue('Name', 'Shop counter'),
  );
  await admin.check("8 Saved: 'QR code updated successfully'", () =>
    admin.pressButton('Update QR code'),
  );

  await admin.openFresh('/admin/qr-codes', 'QR Code Management');
  await admin.pressButton('Delete Shop counter');
  await admin.expectTexts("2.6 Delete confirm: 'Are you sure you want to delete this QR code?'");
  await admin.check("8 Deleted: 'QR code deleted successfully'", async () => {
    await admin.openFresh('/admin/qr-codes', 'QR Code Management');
    await admin.pressButton('Delete Second till');
    await admin.pressButton('Delete');
    await admin.waitUntil('Second till', false);
  });
}

async function checkBanners(admin: SpecChecker): Promise<void> {
  await admin.openFresh('/admin/banners', 'Ad Banner Management');
  await admin.check(
    "2.6 Each banner: 'Festival', 'Position: {n} of {n}', 'Created: {date}', 'Active', 'Move Up', 'Move Down', 'Deactivate', 'Delete'; 'Current Ad Banners (2)'",
    async () => {
      await admin.find('img', 'Banner Festival');
      await admin.pressButton('More: Festival');
    },
  );
  await admin.check('4 Move Up is disabled on the first, Move Down on the last', async () => {
    await admin.isDisabled('Move Up: Festival', 'menuitem');
    await admin.isFocused('menuitem', 'Move Down: Festival');
    admin.pressKey('Escape');
    await admin.isFocused('button', 'More: Festival');
    await admin.pressButton('More: Stay safe');
    await admin.isDisabled('Move Down: Stay safe', 'menuitem');
    admin.pressKey('Escape');
  });
  await admin.check("8 Activating or not: 'Banner updated successfully', 'Inactive'", () =>
    admin.pressButton('Deactivate: Stay safe'),
  );
  await admin.check(
    "2.6 Deleting a banner asks: 'Are you sure you want to delete this banner?'",
    () => admin.chooseInRow('Delete: Festival'),
  );
}

async function checkBanks(admin: SpecChecker): Promise<void> {
  await admin.openFresh('/admin/banks', 'Bank Management');
  await admin.check("2.6 The table has 'Bank of the Tests' with edit and delete", async () => {
    await admin.find('button', 'Edit Bank of the Tests');
    await admin.find('button', 'Delete Bank of the Tests');
  });
  await admin.check("8 Added: 'Bank Added'", () =>
    admin.fillIn({ 'Bank name': 'Aardvark Bank', 'Bank code': 'AARD' }, 'Add Bank'),
  );
  await admin.check(
    "5 Saving half a bank: 'Invalid Input', 'Bank name and code cannot be empty.'",
    async () => {
      await admin.pressButton('Edit Aardvark Bank');
      expect(document.activeElement).toBe(await admin.findField('Bank name'));
      await admin.isAccessible();
      await admin.fillIn({ 'Bank name': '' }, 'Save Aardvark Bank');
    },
  );
  await admin.check("8 Saved: 'Bank Updated'", () =>
    admin.fillIn({ 'Bank name': 'Abacus Bank' }, 'Save Aardvark Bank'),
  );
  await admin.isFocused('button', 'Edit Abacus Bank');
  await admin.check("8 Deleted: 'Bank Deleted'", async () => {
    await admin.pressButton('Delete Abacus Bank');
    await admin.pressButton('Delete');
  });
  await admin.hasNoRow('Abacus Bank');
}

async function checkSiteUrls(admin: SpecChecker): Promise<void> {
  await admin.openFresh('/admin/site-urls', 'Site URLs');
  await admin.check('2.6 Table Title, URL, Description, Order, Status, Actions', () =>
    admin.hasColumns('Title', 'URL', 'Description', 'Order', 'Status', 'Actions'),
  );
  await admin.check("8 Saved: 'Site URL updated successfully'", async () => {
    await admin.pressButton('Edit Your rights');
    await admin.pressButton('Update Site URL');
  });

  await admin.pressButton('Add Site URL');
  await admin.check(
    "5 Without a valid URL: 'Please enter a title', 'Please enter a valid URL'",
    async () => {
      await admin.fillIn({ URL: 'javascript:alert(1)' }, 'Create Site URL');
      await admin.waitUntil('Please enter a valid URL');
      await admin.isAccessible();
    },
  );
  const offers = {
    Title: 'Offers',
    URL: `https://offers.example/${'a'.repeat(40)}`,
    Description: 'd'.repeat(60),
    'Display order': 'soon',
  };
  await admin.check("8 Created: 'Site URL created successfully'", () =>
    admin.fillIn(offers, 'Create Site URL'),
  );
  await admin.check(
    '9 A long address and a long description are cut, and links are safe',
    async () => {
      const name = `${offers.URL.slice(0, 40)}...`;
      await admin.hasAttribute(['link', name], 'rel', 'noopener noreferrer');
      await admin.waitUntil(`${'d'.repeat(50)}...`);
    },
  );
  await admin.pressButton('Add Site URL');
  await admin.check('9 A Cyrillic letter that replaces a Latin one becomes visible', async () => {
    await admin.fillIn({ Title: 'Look-alike', URL: 'https://аpple.com/' }, 'Create Site URL');
    await admin.find('link', 'https://xn--pple-43d.com/');
  });
  await admin.check('4 The switch of a row, which stays after a refresh', async () => {
    await admin.press('switch', 'Active: Offers');
    await admin.contains(['row', /Offers/], 'Inactive');
    await admin.pressButton('Refresh');
    await admin.contains(['row', /Offers/], 'Inactive');
  });
  await admin.check("8 Deleted: 'Site URL deleted successfully'", async () => {
    await admin.pressButton('Delete Offers');
    await admin.pressButton('Delete');
  });
}

async function checkSettings(admin: SpecChecker): Promise<void> {
  await admin.openFresh('/admin/settings/general', 'Settings');
  await admin.expectTexts("3 Currencies: 'INR', 'USD' and 'EUR' are listed, INR is active");
}
