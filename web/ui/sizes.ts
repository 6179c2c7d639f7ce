/** Sizes in pixels of icons: in badges, in captions, in buttons, in rows, in bars, in empty fields. */
export const ICON_SIZES = [12, 14, 16, 18, 20, 28];

/** Diameters in pixels of portraits, marks and discs behind icons. */
export const DISC_SIZES = [32, 36, 40, 88];
