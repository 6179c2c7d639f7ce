import sharp from 'sharp';
import { createRandom, type Random } from './random.ts';

/** The facts that a payment application prints on a receipt. */
export interface Payment {
  amount: string;
  day: number;
  time: string;
  payer: string;
  account: string;
  utr: string;
  paymentId: string;
  /** In the status bar of a screenshot. */
  battery: number;
}

const AMOUNTS = ['300', '500', '749', '1,000', '2,500', '10,000'];
const PAYERS = ['ASHA RAO', 'VIKRAM SINGH', 'PRIYA NAIR', 'MOHAMMED ALI', 'LAKSHMI DEVI'];

/** Returns an invented payment. `same` has what it has in common with another. */
export function buildPayment(random: Random, same: Partial<Payment> = {}): Payment {
  const upTo = (limit: number) => Math.floor(random() * limit);
  const pick = (list: string[]) => list[upTo(list.length)] ?? '';
  const digits = (count: number) => Array.from({ length: count }, () => upTo(10)).join('');
  const two = (limit: number) => String(upTo(limit)).padStart(2, '0');
  return {
    amount: pick(AMOUNTS),
    day: 1 + upTo(28),
    time: `${two(24)}:${two(60)}`,
    payer: pick(PAYERS),
    account: `XX${digits(4)}`,
    utr: `5329${digits(8)}`,
    paymentId: `T2511${digits(14)}`,
    battery: 10 + upTo(90),
    ...same,
  };
}

/** Returns another payment of the same payer, account, day and amount: the hardest to tell apart. */
export function buildTwin(random: Random, { amount, day, payer, account }: Payment): Payment {
  return buildPayment(random, { amount, day, payer, account });
}

/** Rows of 5 points. Letters are invented shapes: no font is needed, and every machine draws the same picture. */
const DIGITS: Record<string, number[]> = {
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  ':': [0, 12, 12, 0, 12, 12, 0],
  ',': [0, 0, 0, 0, 12, 4, 8],
  ' ': [0, 0, 0, 0, 0, 0, 0],
};

function shapeOf(letter: string): number[] {
  const random = createRandom(letter.charCodeAt(0) * 7919);
  return DIGITS[letter] ?? Array.from({ length: 7 }, () => 1 + Math.floor(random() * 31));
}

interface Line {
  text: string;
  x: number;
  y: number;
  /** Height of a letter in pixels. */
  size: number;
  color?: string;
}

function drawLine({ text, x, y, size, color = '#222' }: Line): string {
  const point = size / 7;
  const points = [...text].flatMap((letter, n) =>
    shapeOf(letter).flatMap((bits, row) =>
      [0, 1, 2, 3, 4]
        .filter((column) => bits & (16 >> column))
        .map(
          (column) =>
            `M${x + (n * 6 + column) * point} ${y + row * point}h${point}v${point}h-${point}z`,
        ),
    ),
  );
  return `<path fill="${color}" d="${points.join('')}"/>`;
}

interface Layout {
  width: number;
  height: number;
  back: string;
  lines(payment: Payment): Line[];
}

const LAYOUTS: Layout[] = [
  {
    width: 1080,
    height: 2400,
    back: `<rect width="1080" height="2400" fill="#f4f4f8"/><rect width="1080" height="420" fill="#0b8a43"/>
      <rect x="40" y="480" width="1000" height="420" rx="24" fill="#fff"/><circle cx="140" cy="680" r="60" fill="#5f259f"/>
      <rect x="40" y="940" width="1000" height="760" rx="24" fill="#fff"/>`,
    lines: ({ time, battery, day, amount, paymentId, account, utr }) => [
      { text: time, x: 40, y: 30, size: 28, color: '#fff' },
      { text: String(battery), x: 960, y: 30, size: 28, color: '#fff' },
      { text: 'Transaction Successful', x: 60, y: 190, size: 42, color: '#fff' },
      { text: `${time} on ${day} Nov 2025`, x: 60, y: 290, size: 30, color: '#fff' },
      { text: 'Wallet Services', x: 230, y: 640, size: 34 },
      { text: amount, x: 760, y: 640, size: 46 },
      { text: 'Transfer Details', x: 80, y: 1000, size: 34 },
      { text: paymentId, x: 80, y: 1150, size: 30 },
      { text: `Debited from ${account}`, x: 80, y: 1320, size: 30 },
      { text: `UTR: ${utr}`, x: 80, y: 1430, size: 26 },
      { text: 'Send Again  View History', x: 120, y: 1980, size: 26 },
    ],
  },
  {
    width: 1080,
    height: 2340,
    back: `<rect width="1080" height="2340" fill="#fff"/><circle cx="540" cy="330" r="80" fill="#1a73e8"/>
      <rect x="60" y="930" width="960" height="900" rx="20" fill="none" stroke="#dadce0" stroke-width="3"/>`,
    lines: ({ time, battery, day, amount, payer, paymentId, account, utr }) => [
      { text: `${time} ${battery}`, x: 60, y: 30, size: 28 },
      { text: `From ${payer}`, x: 300, y: 460, size: 34 },
      { text: amount, x: 360, y: 560, size: 98 },
      { text: 'Completed', x: 400, y: 730, size: 30, color: '#188038' },
      { text: `${day} Nov 2025, ${time}`, x: 340, y: 800, size: 28 },
      { text: `State Bank of India ${account}`, x: 110, y: 1000, size: 28 },
      { text: `UPI transaction ID ${utr}`, x: 110, y: 1160, size: 28 },
      { text: 'To: WALLET SERVICES', x: 110, y: 1330, size: 28 },
      { text: `From: ${payer}`, x: 110, y: 1500, size: 28 },
      { text: paymentId.slice(0, 14), x: 110, y: 1680, size: 28 },
    ],
  },
  {
    width: 720,
    height: 1100,
    back: `<rect width="720" height="1100" fill="#e8f4fd"/><rect x="30" y="30" width="660" height="1040" fill="#fff"/>`,
    lines: ({ time, day, amount, payer, account, utr }) => [
      { text: 'paid', x: 60, y: 80, size: 32, color: '#012a72' },
      { text: 'Paid Successfully', x: 60, y: 190, size: 24 },
      { text: amount, x: 60, y: 260, size: 56, color: '#012a72' },
      { text: 'To: Wallet Services', x: 60, y: 400, size: 20 },
      { text: `From: ${payer}`, x: 60, y: 540, size: 20 },
      { text: `State Bank ${account}`, x: 60, y: 600, size: 18 },
      { text: `UPI Ref No: ${utr}`, x: 60, y: 700, size: 18 },
      { text: `${time}, ${day} Nov 2025`, x: 60, y: 760, size: 18 },
    ],
  },
];

export const RECEIPT_LAYOUTS = LAYOUTS.length;

/** Draws a receipt as one of the invented applications does. */
export async function drawReceipt(layout: number, payment: Payment): Promise<Buffer> {
  const { width, height, back, lines } = LAYOUTS[layout % LAYOUTS.length] as Layout;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" shape-rendering="crispEdges">
    ${back}${lines(payment).map(drawLine).join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).jpeg({ quality: 92 }).toBuffer();
}

/** How people copy receipts: messengers scale and compress, and editors convert. */
export const RECEIPT_COPIES: Record<string, (image: Buffer) => Promise<Buffer>> = {
  '690 px, JPEG q70': (image) =>
    sharp(image).resize({ width: 690 }).jpeg({ quality: 70 }).toBuffer(),
  '480 px, JPEG q40': (image) =>
    sharp(image).resize({ width: 480 }).jpeg({ quality: 40 }).toBuffer(),
  'JPEG q80': (image) => sharp(image).jpeg({ quality: 80 }).toBuffer(),
  'WebP q80': (image) => sharp(image).webp({ quality: 80 }).toBuffer(),
  PNG: (image) => sharp(image).png({ compressionLevel: 1 }).toBuffer(),
  'without colours': (image) => sharp(image).grayscale().jpeg({ quality: 80 }).toBuffer(),
};
