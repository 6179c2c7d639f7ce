import { requestDeposit } from '../support/api.ts';
import { buildPhoto } from '../support/images.ts';
import { expect } from '../support/test.ts';
import { ACCOUNTS, type Wallet } from '../support/wallet.ts';
import { addNewcomer, emptyLists, fill, NEWCOMER } from './supply.ts';
import { type Witness, walk } from './witness.ts';

walk('admin lists', async (admin, wallet) => {
  await emptyLists(wallet);
  await addNewcomer(wallet);
  await admin.arrive(ACCOUNTS.admin, '/admin/sources');
  await seeEmptyLists(admin);
  await fill(wallet);
  await seeSources(admin);
  await seeQrCodes(admin);
  await seeBanners(admin);
  await seeBanks(admin);
  await seeSiteUrls(admin);
  await seeSettings(admin, wallet);
});

async function seeEmptyLists(admin: Witness): Promise<void> {
  const { page } = admin;
  await admin.sees(
    "2.6 Sources: 'Source Management', 'Manage sales sources for tracking deposit origins', 'Sources (0)', 'Add Source'; none: 'No sources found. Create your first source to start tracking.'",
  );

  await admin.openAnew('/admin/qr-codes', 'QR Code Management');
  await admin.sees(
    "2.6 QR codes: 'QR Code Management', 'Manage payment QR codes for user deposits', 'QR Codes (0)', 'Add QR Code'; none: 'No QR Codes', 'Upload your first payment QR code to get started'",
  );

  await admin.openAnew('/admin/banners', 'Ad Banner Management');
  await admin.finds(
    "2.6 Banners: 'Ad Banner Management', 'Slide duration (seconds)', 'Banner title', 'Link URL (optional)', 'Active', 'Banner image', 'Current Ad Banners (0)'; none: 'No Ad Banners'",
    () => admin.hasDisabled('Create banner'),
  );
  await admin.finds(
    "5 'Please enter a banner title', and 'Only JPEG, JPG, PNG, and WebP images are allowed'",
    async () => {
      const title = page.getByRole('textbox', { name: 'Banner title' });
      await title.focus();
      await title.blur();
      await page
        .getByLabel('Banner image')
        .setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF') });
    },
  );
  await admin.finds("5 A banner's image taken away again: 'Please upload an image'", async () => {
    const image = page.getByLabel('Banner image');
    await image.setInputFiles(await buildPhoto());
    await image.setInputFiles([]);
  });
  await admin.finds(
    "8 An image that can't be written smaller: 'Upload Error', 'Failed to compress image'",
    async () => {
      await page.evaluate(() => {
        HTMLCanvasElement.prototype.toBlob = (callback) => callback(null);
      });
      await page.getByLabel('Banner image').setInputFiles(await buildPhoto());
    },
  );
  await admin.finds(
    "5 A banner's image above 10 MB: 'File size must be less than 10MB'",
    async () => {
      const buffer = Buffer.alloc(10 * 1024 * 1024 + 1);
      const heavy = { name: 'a.png', mimeType: 'image/png', buffer };
      await page.getByLabel('Banner image').setInputFiles(heavy);
    },
  );

  await admin.openAnew('/admin/banks', 'Bank Management');
  await admin.sees(
    "2.6 Banks: 'Bank Management', 'Bank name', 'Bank code', 'Add Bank', 'Available Banks'; none: 'No Banks Added'",
  );
  await admin.finds(
    "5 Adding half a bank: 'Missing Information', 'Please provide both bank name and code.'",
    () => admin.pressButton('Add Bank'),
  );

  await admin.openAnew('/admin/site-urls', 'Site URLs');
  await admin.sees(
    "2.6 Site URLs: 'Add Site URL'; none: 'No site URLs found. Add your first site URL.'",
  );
}

async function seeSources(admin: Witness): Promise<void> {
  const { page } = admin;
  await admin.openAnew('/admin/sources', 'Source Management');
  await expect(admin.row('Fair')).toBeVisible();
  await admin.finds(
    "2.6 Table Name, Status, Created, Actions: 'Sources (1)', 'Fair', 'Active'",
    () => admin.hasColumns('Name', 'Status', 'Created', 'Actions'),
  );

  await admin.pressButton('Add Source');
  await admin.finds(
    "2.6 Dialog 'Add New Source' with 'Name' and 'Active', which is on at first",
    () => expect(page.getByRole('switch', { name: 'Active' })).toBeChecked(),
  );
  await admin.finds("5 A name of one letter: 'Source name must be at least 2 characters'", () =>
    admin.fillIn({ Name: 'F' }, 'Create source'),
  );

  await admin.openAnew('/admin/sources', 'Source Management');
  await admin.pressButton('Edit Fair');
  await admin.finds("2.6 Dialog 'Edit Source' with what is there", () =>
    expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Fair'),
  );
  await admin.finds("8 Saved: 'Source updated successfully'", () =>
    admin.pressButton('Update source'),
  );

  await admin.openAnew('/admin/sources', 'Source Management');
  await admin.pressButton('Delete Fair');
  await admin.sees("2.6 Delete confirm: 'Are you sure you want to delete this source?'");
}

async function seeQrCodes(admin: Witness): Promise<void> {
  const { page } = admin;
  await admin.openAnew('/admin/qr-codes', 'QR Code Management');
  await admin.finds(
    "2.6 A card: 'Shop counter', 'No description', 'Active', image, edit, delete and toggle",
    async () => {
      await admin.has('img', 'QR code Shop counter');
      await admin.has('button', 'Edit Shop counter');
      await admin.has('button', 'Delete Shop counter');
      await admin.has('switch', 'Active: Shop counter');
    },
  );
  await admin.finds("4 The toggle: 'Inactive' at once", () =>
    page.getByRole('switch', { name: 'Active: Shop counter' }).press('Space'),
  );

  await admin.pressButton('Add QR Code');
  await admin.sees(
    "2.6 Dialog 'Add New QR Code': 'Name', 'Description', 'QR Code Image', 'Active'",
  );
  await admin.finds(
    "5 Without name and image: 'Please enter a name for the QR code', 'Please select a QR code image'",
    () => admin.fillIn({ Name: '  ' }, 'Create QR code'),
  );

  await admin.openAnew('/admin/qr-codes', 'QR Code Management');
  await admin.pressButton('Edit Shop counter');
  await admin.finds("2.6 Dialog 'Edit QR Code' with what is there", () =>
    expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Shop counter'),
  );
  await admin.finds("8 Saved: 'QR code updated successfully'", () =>
    admin.pressButton('Update QR code'),
  );

  await admin.openAnew('/admin/qr-codes', 'QR Code Management');
  await admin.pressButton('Delete Shop counter');
  await admin.sees("2.6 Delete confirm: 'Are you sure you want to delete this QR code?'");
  await admin.finds("8 Deleted: 'QR code deleted successfully'", async () => {
    await admin.openAnew('/admin/qr-codes', 'QR Code Management');
    await admin.pressButton('Delete Second till');
    await admin.pressButton('Delete');
    await expect(page.getByText('Second till')).toHaveCount(0);
  });
}

async function seeBanners(admin: Witness): Promise<void> {
  await admin.openAnew('/admin/banners', 'Ad Banner Management');
  await admin.finds(
    "2.6 Each banner: 'Festival', 'Position: {n} of {n}', 'Created: {date}', 'Active', 'Move Up', 'Move Down', 'Deactivate', 'Delete'; 'Current Ad Banners (2)'",
    () => admin.has('img', 'Banner Festival'),
  );
  await admin.finds('4 Move Up is disabled on the first, Move Down on the last', async () => {
    await admin.hasDisabled('Move Up: Festival');
    await admin.hasDisabled('Move Down: Stay safe');
  });
  await admin.finds("8 Activating or not: 'Banner updated successfully', 'Inactive'", () =>
    admin.pressButton('Deactivate: Stay safe'),
  );
  await admin.finds(
    "2.6 Deleting a banner asks: 'Are you sure you want to delete this banner?'",
    () => admin.pressButton('Delete: Festival'),
  );
}

async function seeBanks(admin: Witness): Promise<void> {
  const { page } = admin;
  await admin.openAnew('/admin/banks', 'Bank Management');
  await admin.finds("2.6 The table has 'Bank of the Tests' with edit and delete", async () => {
    await admin.has('button', 'Edit Bank of the Tests');
    await admin.has('button', 'Delete Bank of the Tests');
  });
  await admin.finds(
    "5 Saving half a bank: 'Invalid Input', 'Bank name and code cannot be empty.'",
    async () => {
      await admin.pressButton('Edit Bank of the Tests');
      const name = page.getByRole('table').getByRole('textbox', { name: 'Bank name' });
      await name.fill('');
      await admin.pressButton('Save Bank of the Tests');
    },
  );
}

async function seeSiteUrls(admin: Witness): Promise<void> {
  await admin.openAnew('/admin/site-urls', 'Site URLs');
  await admin.finds('2.6 Table Title, URL, Description, Order, Status, Actions', () =>
    admin.hasColumns('Title', 'URL', 'Description', 'Order', 'Status', 'Actions'),
  );
  await admin.finds("8 Saved: 'Site URL updated successfully'", async () => {
    await admin.pressButton('Edit Your rights');
    await admin.pressButton('Update Site URL');
  });

  await admin.pressButton('Add Site URL');
  await admin.finds(
    "5 Without a valid URL: 'Please enter a title', 'Please enter a valid URL'",
    () => admin.fillIn({ URL: 'javascript:alert(1)' }, 'Create Site URL'),
  );
}

async function seeSettings(admin: Witness, wallet: Wallet): Promise<void> {
  await admin.openAnew('/admin/settings/general', 'Settings');
  await admin.sees("3 Currencies: 'INR', 'USD' and 'EUR' are listed, INR is active");
  await admin.finds(
    "4 A new request is told at once: 'New deposit Request', '₹41.00 deposit request requires approval'",
    () => requestDeposit(wallet, '41', NEWCOMER),
  );
}
