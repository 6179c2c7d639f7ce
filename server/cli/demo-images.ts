import { rm, writeFile } from 'node:fs/promises';
import { encodeQR } from 'qr';
import sharp from 'sharp';
import { type ImageKind, imageRules } from '#contract/uploads/routes.ts';
import type { Deps } from '../deps/deps.ts';
import { type CleanImage, cleanImage } from '../platform/files/images.ts';
import { keepImage, type StoredFile } from '../platform/files/stored-images.ts';

/** Stores an image as an upload does, then runs the command that references it. */
export async function withImage<Answer extends object>(
  deps: Deps,
  { kind, svg }: { kind: ImageKind; svg: string },
  command: (file: StoredFile) => Promise<Answer>,
): Promise<Answer> {
  const { image, draft } = await encode(deps, kind, svg);
  let answer: Answer | undefined;
  await keepImage(deps, { kind, image, draft }, async (file) => {
    answer = await command(file);
    return { answer };
  });
  if (!answer) throw new Error('An image was kept without its command');
  return answer;
}

async function encode(
  deps: Deps,
  kind: ImageKind,
  svg: string,
): Promise<{ image: CleanImage; draft: string }> {
  const [source, target] = [await deps.files.newDraft(), await deps.files.newDraft()];
  const format = kind === 'receipts' ? 'jpeg' : 'png';
  await writeFile(source, await sharp(Buffer.from(svg)).toFormat(format).toBuffer());
  const { signal } = new AbortController();
  const rules = imageRules[kind];
  const image = await cleanImage(deps.imageWork, { source, target, rules, signal });
  await rm(source);
  return { image, draft: target };
}

/** Draws a UPI QR code for payment apps. The demo address is invalid at every bank. */
export function drawUpiCode({ upiId, payee }: { upiId: string; payee: string }): string {
  const uri = `upi://pay?pa=${encodeURIComponent(upiId)}&pn=${encodeURIComponent(payee)}&cu=INR`;
  return encodeQR(uri, 'svg', { ecc: 'medium', border: 4, scale: 16 });
}

export function drawReceipt(amount: string, reference: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="540" height="760" font-family="sans-serif">
    <rect width="540" height="760" fill="#f4f1e8"/><rect x="30" y="30" width="480" height="700" rx="24" fill="#fff"/>
    <circle cx="270" cy="150" r="56" fill="#15803d"/>
    <path d="m242 151 19 19 38-40" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round"/>
    <text x="270" y="270" font-size="44" text-anchor="middle">INR ${amount}</text>
    <text x="270" y="330" font-size="24" text-anchor="middle" fill="#444">Paid to the demo shop</text>
    <text x="270" y="420" font-size="24" text-anchor="middle" fill="#444">UPI reference</text>
    <text x="270" y="470" font-size="40" text-anchor="middle">${reference}</text>
    <text x="270" y="680" font-size="16" text-anchor="middle" fill="#999">A demonstration. No money was paid.</text>
  </svg>`;
}

export function drawBanner(colors: { sky: [string, string]; light: string }): string {
  const lights = Array.from({ length: 9 }, (_, n) => {
    const [x, y] = [80 + n * 130, 285 + 22 * Math.sin(n * 1.9)];
    return `<circle cx="${x}" cy="${y}" r="${26 + (n % 3) * 8}" fill="${colors.light}" opacity="${0.45 + (n % 4) / 8}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="400">
    <defs><linearGradient id="sky" x2="0.6" y2="1"><stop stop-color="${colors.sky[0]}"/><stop offset="1" stop-color="${colors.sky[1]}"/></linearGradient></defs>
    <rect width="1200" height="400" fill="url(#sky)"/>${lights.join('')}</svg>`;
}
