import { refuse } from './support/answers.ts';
import { signInToApi } from './support/api.ts';
import { averageOf, buildReceipt, buildTwoColours } from './support/images.ts';
import { Person } from './support/person.ts';
import { boxOf, expect, expectAccessible, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('changes profile details, picture and password', {
  tag: ['@section-4', '@section-5'],
}, async ({ wallet, openBrowser }) => {
  const user = new Person(await openBrowser({ tolerate: [/status of [45]00/, /ERR_FAILED/] }));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user/profile');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Email').fill('demo@');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await expectAccessible(page, 'profile with an error');
  await field('Email').fill('demo@example.in');
  await field('First Name').fill('Meera');

  // An update from another device changes only fields that are not being edited.
  const { api } = await signInToApi(wallet, ACCOUNTS.demo);
  const { emailPlaceholder, avatarUrl, ...saved } = await api.profiles.current();
  await api.profiles.update({ ...saved, city: 'Pune', firstName: 'Anu' });
  await expect(field('City')).toHaveValue('Pune');
  await expect(field('First Name')).toHaveValue('Meera');
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(user.toast('Profile updated successfully!')).toBeVisible();

  const picture = page.getByLabel('Profile picture');
  await picture.setInputFiles({ ...(await buildReceipt()), mimeType: 'image/gif', name: 'a.gif' });
  await expect(
    user.toast('Invalid file type', 'Please select a JPEG, PNG, or WebP image'),
  ).toBeVisible();
  await field('Country').fill('India');
  await picture.setInputFiles(await buildReceipt());
  await expect(user.dialog('Change avatar')).toBeVisible();
  await expectAccessible(page, 'cropping the picture');
  await refuse(page, 'files/avatars', 'INTERNAL');
  await page.getByRole('button', { name: 'Save avatar' }).click();
  await expect(user.toast('Upload failed', 'Failed to upload avatar')).toBeVisible();
  await page.route('**/files/avatars', (route) => route.abort());
  await page.getByRole('button', { name: 'Save avatar' }).click();
  await expect(user.toast('Upload error')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Save avatar' }).click();
  await expect(user.toast('Avatar updated')).toBeVisible();
  // The form below is submitted by the user only.
  expect((await api.profiles.current()).country).toBe('');
  await page.getByRole('link', { name: 'Passbook', exact: true }).click();
  const discard = user.dialog('Discard changes?');
  await expectAccessible(page, 'leaving with something unsaved');
  await discard.getByRole('button', { name: 'Cancel' }).click();
  await expect(field('Country')).toHaveValue('India');

  const update = page.getByRole('button', { name: 'Update Password' });
  await update.click();
  await expect(page.getByText('All fields are required')).toBeVisible();
  await page.getByLabel('Current Password', { exact: true }).fill('wrong');
  await page.getByLabel('New Password', { exact: true }).fill('quiet-lamp-1');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('another2');
  await update.click();
  await expect(page.getByText('New passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm New Password', { exact: true }).fill('quiet-lamp-1');
  await update.click();
  await expect(page.getByText('Current password is incorrect')).toBeVisible();
  await page.getByLabel('Current Password', { exact: true }).fill(ACCOUNTS.demo.password);
  await update.click();
  await expect(user.toast('Password updated successfully')).toBeVisible();
  await expect(page.getByLabel('New Password', { exact: true })).toHaveValue('');
});

test('uploads the part of a picture that was dragged and zoomed into view, and downloads all data', {
  tag: '@section-5',
}, async ({ openBrowser }) => {
  const user = new Person(await openBrowser());
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user/profile');
  const cropped = user.dialog('Change avatar').getByRole('img', { name: 'Preview' });
  const choose = async () => {
    await page.getByLabel('Profile picture').setInputFiles(await buildTwoColours());
    await expect(cropped).toBeVisible();
  };
  const save = async () => {
    const [response] = await Promise.all([
      page.waitForResponse('**/files/avatars'),
      page.getByRole('button', { name: 'Save avatar' }).click(),
    ]);
    await expect(cropped).toBeHidden();
    const { avatarUrl } = await response.json();
    return averageOf(await (await page.request.get(avatarUrl)).body());
  };

  // The largest centred square holds as much of either colour.
  await choose();
  const centred = await save();
  expect(centred.red).toBeCloseTo(centred.blue, -1);

  await choose();
  const box = await boxOf(cropped);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 20, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 20 + box.width, y, { steps: 4 });
  await page.mouse.up();
  const dragged = await save();
  expect(dragged.red).toBeGreaterThan(250);
  expect(dragged.blue).toBeLessThan(5);

  // At four times the size a few key presses are enough to leave the middle.
  await choose();
  await page.getByRole('slider', { name: 'Zoom' }).press('End');
  await cropped.focus();
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowLeft');
  const nudged = await save();
  expect(nudged.blue).toBeGreaterThan(250);
  expect(nudged.red).toBeLessThan(5);

  await test.step('downloads all data of the account as one archive', async () => {
    const button = page.getByRole('button', { name: 'Download my data' });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
    await expect(page.getByText('Your data was saved as a file.')).toBeVisible();
    await expectAccessible(page, 'profile after the download');
    await page.goto('/user/notifications');
    await expect(page.getByText('Your data was downloaded')).toBeVisible();
  });
});
