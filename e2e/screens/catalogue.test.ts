import { expect } from 'vitest';
import { ADMIN, addNewcomer, buildFileOfSize, emptyLists, seedDemoData } from './fixtures.ts';
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
  await admin.check("5 A name of one letter: 'Source name must be at least 2 characters'", () =>
    admin.fillIn({ Name: 'F' }, 'Create source'),
  );

  await admin.openFresh('/admin/sources', 'Source Management');
  await admin.pressButton('Edit Fair');
  await admin.check("2.6 Dialog 'Edit Source' with what is there", () =>
    admin.hasValue('Name', 'Fair'),
  );
  await admin.check("8 Saved: 'Source updated successfully'", () =>
    admin.pressButton('Update source'),
  );

  await admin.openFresh('/admin/sources', 'Source Management');
  await admin.pressButton('Delete Fair');
  await admin.expectTexts("2.6 Delete confirm: 'Are you sure you want to delete this source?'");
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
    async () => void (await admin.find('img', 'Banner Festival')),
  );
  await admin.check('4 Move Up is disabled on the first, Move Down on the last', async () => {
    await admin.isDisabled('Move Up: Festival');
    await admin.isDisabled('Move Down: Stay safe');
  });
  await admin.check("8 Activating or not: 'Banner updated successfully', 'Inactive'", () =>
    admin.pressButton('Deactivate: Stay safe'),
  );
  await admin.check(
    "2.6 Deleting a banner asks: 'Are you sure you want to delete this banner?'",
    () => admin.pressButton('Delete: Festival'),
  );
}

async function checkBanks(admin: SpecChecker): Promise<void> {
  await admin.openFresh('/admin/banks', 'Bank Management');
  await admin.check("2.6 The table has 'Bank of the Tests' with edit and delete", async () => {
    await admin.find('button', 'Edit Bank of the Tests');
    await admin.find('button', 'Delete Bank of the Tests');
  });
  await admin.check(
    "5 Saving half a bank: 'Invalid Input', 'Bank name and code cannot be empty.'",
    async () => {
      await admin.pressButton('Edit Bank of the Tests');
      await admin.fillIn({ 'Bank name': '' }, 'Save Bank of the Tests');
    },
  );
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
    () => admin.fillIn({ URL: 'javascript:alert(1)' }, 'Create Site URL'),
  );
}

async function checkSettings(admin: SpecChecker): Promise<void> {
  await admin.openFresh('/admin/settings/general', 'Settings');
  await admin.expectTexts("3 Currencies: 'INR', 'USD' and 'EUR' are listed, INR is active");
}
