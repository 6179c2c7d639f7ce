import { saveFile } from '#web/lib/files/save-file.ts';

/** Sizes in pixels: twice those of a phone, so that the image stays sharp. */
const [WIDTH, MARGIN, LINE] = [720, 48, 56];

type Receipt = { product: string; title: string; facts: string[] };

/** Draws a transaction as a PNG image, dark on white. Rejects if the browser cannot draw. */
export async function drawReceipt({ product, title, facts }: Receipt): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = 2 * MARGIN + (facts.length + 3) * LINE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no images');
  const { fontFamily } = getComputedStyle(document.body);
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = 'black';
  pen.textBaseline = 'middle';
  const lines = [
    { text: product, px: 28, weight: 600 },
    { text: title, px: 60, weight: 700 },
    ...facts.map((text) => ({ text, px: 28, weight: 400 })),
  ];
  let y = MARGIN;
  for (const { text, px, weight } of lines) {
    pen.font = `${weight} ${px}px ${fontFamily}`;
    y += px > LINE / 2 ? LINE : LINE / 2;
    pen.fillText(text, MARGIN, y, WIDTH - 2 * MARGIN);
    y += px > LINE / 2 ? LINE : LINE / 2;
  }
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
