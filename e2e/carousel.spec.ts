import { signInToApi } from './support/api.ts';
import { buildQrImage } from './support/images.ts';
import { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('banners change automatically and manually', { tag: '@section-4' }, async ({
  wallet,
  openBrowser,
}) => {
  const { upload } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const title of ['First', 'Second', 'Third']) {
    await upload('/files/banners', { title, isActive: true }, await buildQrImage());
  }
  const user = new Person(await openBrowser({ reducedMotion: 'no-preference' }));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  const carousel = page.getByRole('region', { name: 'Offers and news' });
  const slide = (title: string) => carousel.getByRole('img', { name: title });
  const press = (name: string) => carousel.getByRole('button', { name }).click();

  await test.step('automatically, after five seconds each', async () => {
    await expect(slide('First')).toBeVisible();
    await expect(slide('Second')).toBeVisible();
  });

  await test.step('by arrows and dots, beyond both ends', async () => {
    await press('Show First');
    await expect(slide('First')).toBeVisible();
    await press('Previous slide');
    await expect(slide('Third')).toBeVisible();
    await press('Next slide');
    await expect(slide('First')).toBeVisible();
    await press('Show Third');
    await expect(slide('Third')).toBeVisible();
  });

  await test.step('not while hovered, focused or paused', async () => {
    await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite');
    await press('Pause slides');
    await page.mouse.move(0, 0);
    await page.getByRole('heading', { level: 1 }).click();
    await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite');
    await press('Play slides');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'off');
  });

  await test.step('by a swipe', async () => {
    await press('Show First');
    await expect(slide('First')).toBeVisible();
    const box = await slide('First').boundingBox();
    if (!box) throw new Error('The slide has no place');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.8, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.2, y, { steps: 5 });
    await page.mouse.up();
    await expect(slide('Second')).toBeVisible();
  });

  await test.step('never automatically with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await expect(slide('First')).toBeVisible();
    await expect(carousel.getByRole('button', { name: 'Pause slides' })).toHaveCount(0);
    await page.mouse.move(0, 0);
    await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite');
  });
});
