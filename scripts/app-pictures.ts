export interface AppPicture {
  file: string;
  width: number;
  height: number;
  form: 'narrow' | 'wide';
  screen: 'home' | 'passbook';
}

const PHONE = { width: 780, height: 1576, form: 'narrow' } as const;

/**
 * The pictures that browsers show before they install the app, in `web/public/screenshots`. Chrome accepts PNG and
 * JPEG, sides of at most 1:2.3, and one shape for each form.
 */
export const APP_PICTURES: AppPicture[] = [
  { ...PHONE, file: 'home-phone.png', screen: 'home' },
  { ...PHONE, file: 'passbook-phone.png', screen: 'passbook' },
  { file: 'home-desktop.png', width: 1280, height: 736, form: 'wide', screen: 'home' },
];
