import { buildPhoto } from '../support/images.ts';
import { expect } from '../support/test.ts';
import { fillIn, has, hasColumns } from './admin-checks.ts';
import type { ListScene } from './admin-list-scenes.ts';
import { open, press } from './admin-visits.ts';
import { type Row, type Scene, seen, tested } from './rows.ts';

const KEPT = 'e2e/kept-lists.spec.ts';
const HAZARDS = 'e2e/admin-hazards.spec.ts';
const BANNERS = 'server/features/banners/service.test.ts';

/** Checks that a button is disabled. */
const isDisabled =
  (name: string): Scene =>
  ({ page }) =>
    expect(page.getByRole('button', { name })).toBeDisabled();

const sources: Row<ListScene>[] = [
  {
    section: 2,
    statement:
      "Sources: 'Source Management', 'Manage sales sources for tracking deposit origins', 'Sources (0)', 'Add Source'; none: 'No sources found. Create your first source to start tracking.'",
    proof: seen('no sources'),
  },
  {
    section: 2,
    statement: "Table Name, Status, Created, Actions: 'Sources (1)', 'Fair', 'Active'",
    proof: seen('sources', hasColumns('Name', 'Status', 'Created', 'Actions')),
  },
  {
    section: 2,
    statement: "Dialog 'Add New Source' with 'Name' and 'Active', which is on at first",
    proof: seen('add source', ({ page }) =>
      expect(page.getByRole('switch', { name: 'Active' })).toBeChecked(),
    ),
  },
  {
    section: 5,
    statement: "A name of one letter: 'Source name must be at least 2 characters'",
    proof: seen('add source', fillIn({ Name: 'F' }, 'Create Source')),
  },
  {
    section: 2,
    statement: "Dialog 'Edit Source' with what is there",
    proof: seen('edit source', ({ page }) =>
      expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Fair'),
    ),
  },
  {
    section: 8,
    statement: "Saved: 'Source updated successfully'",
    proof: seen('edit source', ({ page }) => press(page, 'Update Source')),
  },
  {
    section: 7,
    statement: 'Sources come newest first; what others add comes by itself',
    proof: tested(
      'server/features/sources/service.test.ts',
      'a new source is first; administrators alone are told',
    ),
  },
  {
    section: 2,
    statement: "Delete confirm: 'Are you sure you want to delete this source?'",
    proof: seen('delete source'),
  },
  {
    section: 8,
    statement: "'Source created successfully', 'Source deleted successfully'",
    proof: tested(KEPT, 'sources'),
  },
];

const qrCodes: Row<ListScene>[] = [
  {
    section: 2,
    statement:
      "QR codes: 'QR Code Management', 'Manage payment QR codes for user deposits', 'QR Codes (0)', 'Add QR Code'; none: 'No QR Codes', 'Upload your first payment QR code to get started'",
    proof: seen('no QR codes'),
  },
  {
    section: 2,
    statement: "A card: 'Shop counter', 'No description', 'Active', image, edit, delete and toggle",
    proof: seen('QR codes', async (visit) => {
      await has('img', 'QR code Shop counter')(visit);
      await has('button', 'Edit Shop counter')(visit);
      await has('button', 'Delete Shop counter')(visit);
      await has('switch', 'Active: Shop counter')(visit);
    }),
  },
  {
    section: 4,
    statement: "The toggle: 'Inactive' at once",
    proof: seen('QR codes', ({ page }) =>
      page.getByRole('switch', { name: 'Active: Shop counter' }).press('Space'),
    ),
  },
  {
    section: 2,
    statement: "Dialog 'Add New QR Code': 'Name', 'Description', 'QR Code Image', 'Active'",
    proof: seen('add QR code'),
  },
  {
    section: 5,
    statement:
      "Without name and image: 'Please enter a name for the QR code', 'Please select a QR code image'",
    proof: seen('add QR code', fillIn({ Name: '  ' }, 'Create QR Code')),
  },
  {
    section: 5,
    statement:
      "No image, or too large a one: 'Please select an image file', 'File size must be less than 5MB'",
    proof: tested(HAZARDS, 'files'),
  },
  {
    section: 8,
    statement: "'Failed to upload QR code image: {reason}'",
    proof: tested(HAZARDS, 'files'),
  },
  {
    section: 2,
    statement: "Dialog 'Edit QR Code' with what is there",
    proof: seen('edit QR code', ({ page }) =>
      expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Shop counter'),
    ),
  },
  {
    section: 8,
    statement: "Saved: 'QR code updated successfully'",
    proof: seen('edit QR code', ({ page }) => press(page, 'Update QR Code')),
  },
  {
    section: 8,
    statement: "Added: 'QR code created successfully'",
    proof: tested('e2e/main-job.spec.ts', 'the admin adds a QR code and waits on the deposits'),
  },
  {
    section: 2,
    statement: "Delete confirm: 'Are you sure you want to delete this QR code?'",
    proof: seen('delete QR code'),
  },
  {
    section: 8,
    statement: "Deleted: 'QR code deleted successfully'",
    proof: seen('delete QR code', async (visit) => {
      await open(visit, '/admin/qr-codes', 'QR Code Management');
      await press(visit.page, 'Delete Second till');
      await press(visit.page, 'Delete');
      await expect(visit.page.getByText('Second till')).toHaveCount(0);
    }),
  },
];

const banners: Row<ListScene>[] = [
  {
    section: 2,
    statement:
      "Banners: 'Ad Banner Management', 'Slide Duration (seconds)', 'Banner Title', 'Link URL (optional)', 'Active', 'Banner Image', 'Current Ad Banners (0)'; none: 'No Ad Banners'",
    proof: seen('no banners', isDisabled('Create Banner')),
  },
  {
    section: 9,
    statement: 'The slide duration is 10 s until saved, from 5 to 60 s; else Update is disabled',
    proof: tested(
      KEPT,
      'the carousel takes 5 to 60 seconds; the palette finds pages, users and transactions',
    ),
  },
  {
    section: 5,
    statement:
      "'Please enter a banner title', and 'Only JPEG, JPG, PNG, and WebP images are allowed'",
    proof: seen('no banners', async ({ page }) => {
      const title = page.getByRole('textbox', { name: 'Banner Title' });
      await title.focus();
      await title.blur();
      await page
        .getByLabel('Banner Image')
        .setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF') });
    }),
  },
  {
    section: 5,
    statement: "A banner's image taken away again: 'Please upload an image'",
    proof: seen('no banners', async ({ page }) => {
      const image = page.getByLabel('Banner Image');
      await image.setInputFiles(await buildPhoto());
      await image.setInputFiles([]);
    }),
  },
  {
    section: 8,
    statement: "An image that can't be written smaller: 'Upload Error', 'Failed to compress image'",
    proof: seen('no banners', async ({ page }) => {
      await page.evaluate(() => {
        HTMLCanvasElement.prototype.toBlob = (callback) => callback(null);
      });
      await page.getByLabel('Banner Image').setInputFiles(await buildPhoto());
    }),
  },
  {
    section: 5,
    statement: "A banner's image above 10 MB: 'File size must be less than 10MB'",
    proof: seen('no banners', async ({ page }) => {
      const buffer = Buffer.alloc(10 * 1024 * 1024 + 1);
      const heavy = { name: 'a.png', mimeType: 'image/png', buffer };
      await page.getByLabel('Banner Image').setInputFiles(heavy);
    }),
  },
  {
    section: 2,
    statement:
      "Each banner: 'Festival', 'Position: {n} of {n}', 'Created: {date}', 'Active', 'Move Up', 'Move Down', 'Deactivate', 'Delete'; 'Current Ad Banners (2)'",
    proof: seen('banners', has('img', 'Banner Festival')),
  },
  {
    section: 4,
    statement: 'Move Up is disabled on the first, Move Down on the last',
    proof: seen('banners', async (visit) => {
      await isDisabled('Move Up: Festival')(visit);
      await isDisabled('Move Down: Stay safe')(visit);
    }),
  },
  {
    section: 8,
    statement: "Activating or not: 'Banner updated successfully', 'Inactive'",
    proof: seen('banners', ({ page }) => press(page, 'Deactivate: Stay safe')),
  },
  {
    section: 4,
    statement: 'A new banner comes last; an order gives the places 0 to n',
    proof: tested(BANNERS, 'puts a banner last and tells everyone; users see active ones'),
  },
  {
    section: 4,
    statement: 'A full order is kept whole, or not at all',
    proof: tested(BANNERS, 'gives places 0 to n, to all or to none'),
  },
  {
    section: 6,
    statement:
      "Who is no administrator: 'You must be an admin to create banners', 'You must be logged in as admin to update banners', 'You must be logged in as admin to reorder banners', 'You must be logged in as admin to delete banners'",
    proof: tested(HAZARDS, 'who is no administrator any more is told so of each act on banners'),
  },
  {
    section: 6,
    statement: "Who is not signed in: 'You must be logged in to create banners'",
    proof: tested(HAZARDS, 'who is no administrator any more is told so of each act on banners'),
  },
  {
    section: 2,
    statement: "Deleting a banner asks: 'Are you sure you want to delete this banner?'",
    proof: seen('banners', async ({ page }) => {
      await press(page, 'Delete: Festival');
    }),
  },
  {
    section: 8,
    statement:
      "'Banner created successfully', 'Image compressed and uploaded successfully', 'Failed to load image', 'Banner deleted successfully'",
    proof: tested(KEPT, 'banners'),
  },
  {
    section: 8,
    statement: "'Failed to update banner order', and the order goes back",
    proof: tested(
      KEPT,
      'banners are put in order by buttons and by dragging; a failed move is undone and said',
    ),
  },
];

const banksAndLinks: Row<ListScene>[] = [
  {
    section: 2,
    statement:
      "Banks: 'Bank Management', 'Bank Name', 'Bank Code', 'Add Bank', 'Available Banks'; none: 'No Banks Added'",
    proof: seen('no banks'),
  },
  {
    section: 5,
    statement:
      "Adding half a bank: 'Missing Information', 'Please provide both bank name and code.'",
    proof: seen('no banks', ({ page }) => press(page, 'Add Bank')),
  },
  {
    section: 4,
    statement: 'A deleted bank is kept, and in no list',
    proof: tested(
      'server/features/banks/service.test.ts',
      'a bank is added, changed and deleted, and everyone’s choice follows',
    ),
  },
  {
    section: 2,
    statement: "The table has 'Bank of the Tests' with edit and delete",
    proof: seen('banks', async (visit) => {
      await has('button', 'Edit Bank of the Tests')(visit);
      await has('button', 'Delete Bank of the Tests')(visit);
    }),
  },
  {
    section: 5,
    statement: "Saving half a bank: 'Invalid Input', 'Bank name and code cannot be empty.'",
    proof: seen('banks', async ({ page }) => {
      await press(page, 'Edit Bank of the Tests');
      const name = page.getByRole('table').getByRole('textbox', { name: 'Bank Name' });
      await name.fill('');
      await press(page, 'Save Bank of the Tests');
    }),
  },
  {
    section: 8,
    statement: "'Bank Added', 'Bank Updated', 'Bank Deleted'",
    proof: tested(KEPT, 'banks'),
  },
  {
    section: 2,
    statement: "Site URLs: 'Add Site URL'; none: 'No site URLs found. Add your first site URL.'",
    proof: seen('no site URLs'),
  },
  {
    section: 2,
    statement: 'Table Title, URL, Description, Order, Status, Actions',
    proof: seen(
      'site URLs',
      hasColumns('Title', 'URL', 'Description', 'Order', 'Status', 'Actions'),
    ),
  },
  {
    section: 9,
    statement: 'URLs are cut at 40 characters, descriptions at 50',
    proof: tested(KEPT, 'site URLs'),
  },
  {
    section: 5,
    statement: "Without a valid URL: 'Please enter a title', 'Please enter a valid URL'",
    proof: seen('add site URL', fillIn({ URL: 'javascript:alert(1)' }, 'Create Site URL')),
  },
  {
    section: 8,
    statement: "'Site URL created successfully', 'Site URL deleted successfully'",
    proof: tested(KEPT, 'site URLs'),
  },
  {
    section: 8,
    statement: "Saved: 'Site URL updated successfully'",
    proof: seen('site URLs', async ({ page }) => {
      await press(page, 'Edit Your rights');
      await press(page, 'Update Site URL');
    }),
  },
  {
    section: 5,
    statement: 'A display order that is none becomes 0',
    proof: tested('server/features/site-urls/service.test.ts', 'an order that is %s'),
  },
  {
    section: 5,
    statement: 'The rupee stays listed even if another were active, and it alone can be active',
    proof: tested(
      'web/features/settings/currency.test.ts',
      'refuses the active one, and the rupee even if another were active',
    ),
  },
  {
    section: 3,
    statement: "Currencies: 'INR', 'USD' and 'EUR' are listed, INR is active",
    proof: seen('settings'),
  },
  {
    section: 5,
    statement:
      "'Currency not supported', 'Only INR (₹) is supported as the active currency.', 'Cannot remove active currency', 'Currency removed', 'Currency already exists', 'Currency added'",
    proof: tested(KEPT, 'settings'),
  },
];

/** Section 2 with its rules: the lists that administrators keep for users. */
export const keptListRows: Row<ListScene>[] = [
  ...sources,
  ...qrCodes,
  ...banners,
  ...banksAndLinks,
];
