import { saveFile } from '#web/lib/files/save-file.ts';

/** Sizes in pixels: twice those of a phone, so that the image stays sharp. */
const [WIDTH, MARGIN, LINE, BAND] = [720, 48, 56, 104];

interface Receipt {
  product: string;
  title: string;
  facts: string[];
}

/** Draws a transaction as a PNG image: the name on the operator's colour, and the facts dark on white. Rejects if the browser cannot draw. */
export async function drawReceipt({ product, title, facts }: Receipt): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = BAND + 2 * MARGIN + (facts.length + 2) * LINE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no images');
  const style = getComputedStyle(document.body);
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  // White is readable on it.
  pen.fillStyle = style.getPropertyValue('--mantine-primary-color-filled');
  pen.fillRect(0, 0, canvas.width, BAND);
  pen.textBaseline = 'middle';
  const write = (text: string, y: number, { px, weight }: { px: number; weight: number }) => {
    pen.font = `${weight} ${px}px ${style.fontFamily}`;
    pen.fillText(text, MARGIN, y, WIDTH - 2 * MARGIN);
  };
  pen.fillStyle = 'white';
  write(product, BAND / 2, { px: 32, weight: 600 });
  pen.fillStyle = 'black';
  write(title, BAND + MARGIN + LINE, { px: 64, weight: 700 });
  for (const [at, fact] of facts.entries())
    write(fact, BAND + MARGIN + (at + 2.5) * LINE, { px: 28, weight: 400 });
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!image) throw new Error('This browser wrote no image');
  return image;
}

/**
 * Opens the device's list of applications with the image, or with the text where the browser shares no files.
 * Saves the image where it shares nothing.
 */
export async function shareImage(image: Promise<Blob>, name: string, text: string): Promise<void> {
  const blob = await image;
  const files = [new File([blob], name, { type: blob.type })];
  if (!('share' in navigator)) {
    saveFile(blob, name);
    return;
  }
  const canShareFiles = 'canShare' in navigator && navigator.canShare({ files });
  // A person who closes the list of applications has decided against sharing.
  await navigator.share(canShareFiles ? { files, text } : { text }).catch(() => {});
}
