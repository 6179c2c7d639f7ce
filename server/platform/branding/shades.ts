import {
  contrastOf,
  isBrandColor,
  MIN_CONTRAST,
  mixColors,
  SURFACES,
  WHITE,
} from '#contract/branding/rules.ts';

const BLACK = '#000000';
const STEP = 0.04;
/** WCAG 2.2 for what is not text, here the mark of the focus. */
const MIN_OUTLINE = 3;

/**
 * The ten shades that `web/theme.ts` uses. The chosen colour is the one of buttons. The generator makes the light shades;
 * those of a saturated blue are lightened until they can be read on dark surfaces.
 */
export async function shadesOf(color: string): Promise<string[]> {
  // Not needed with the default colour; its hundred files would take a part of the server's start.
  const { generateColors } = await import('@mantine/colors-generator');
  const generated: string[] = generateColors(color).slice(0, 5);
  let shades = extend(generated, color);
  for (let share = STEP; share < 1 && !isReadableOnDark(shades); share += STEP) {
    const lighter = generated.map((shade) => mixColors(shade, WHITE, share));
    shades = extend(lighter, color);
  }
  return shades;
}

function extend(light: string[], color: string): string[] {
  const last = light.at(-1) ?? color;
  return [
    ...light,
    mixColors(last, color, 1 / 3),
    mixColors(last, color, 2 / 3),
    color,
    mixColors(color, BLACK, 0.18),
    mixColors(color, BLACK, 0.36),
  ];
}

/** The least contrast of text on the colour, and of text in its shades on light and on dark surfaces. */
export async function contrastsOf(
  color: string,
): Promise<{ text: number; light: number; dark: number }> {
  const shades = await shadesOf(color);
  const [tint = color] = shades;
  return {
    text: contrastOf(WHITE, color),
    light: Math.min(contrastOf(color, SURFACES.light), contrastOf(color, tint)),
    dark: darkContrastOf(shades),
  };
}

function isReadableOnDark(shades: string[]): boolean {
  const outline = contrastOf(shades[4] ?? WHITE, SURFACES.dark);
  return outline >= MIN_OUTLINE && darkContrastOf(shades) >= MIN_CONTRAST;
}

function darkContrastOf([, , , text = '', , middle = '']: string[]): number {
  const tint = mixColors(SURFACES.dark, middle, 0.18);
  return Math.min(contrastOf(text, SURFACES.dark), contrastOf(text, tint));
}

export async function isReadable(color: string): Promise<boolean> {
  if (!isBrandColor(color)) return false;
  return Object.values(await contrastsOf(color)).every((contrast) => contrast >= MIN_CONTRAST);
}

/** The first darker tone of a colour that can be read. Black can, so that there is one. */
export async function darkerReadable(color: string): Promise<string> {
  let darker = color;
  for (let share = 0; share < 1 && !(await isReadable(darker)); share += STEP) {
    darker = mixColors(color, BLACK, share);
  }
  return darker;
}
