import { RECEIPT_READER, RECEIPT_READER_WORKER } from '#contract/deposits/rules.ts';
import { fitWithin } from './fit.ts';

/** Small print stays readable; a larger image takes longer and needs more memory. */
const LONGEST_SIDE = 2000;
const LONGEST_MS = 120_000;
/** The engine for the data of '@tesseract.js-data/eng', which scripts/receipt-reader.ts adds to the build. */
const LSTM_ONLY = 1;

export type Reading = { signal: AbortSignal; onProgress: (percent: number) => void };

/**
 * Reads the text of an image in this browser. Loads about 4 MB from our server at the first call. Throws if it takes too long
 * or `signal` is aborted.
 */
export async function readText(file: Blob, { signal, onProgress }: Reading): Promise<string> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  const stopped = new Promise<never>((_, reject) => {
    ended.addEventListener('abort', () => reject(ended.reason), { once: true });
  });
  const [image, { createWorker }] = await Promise.race([
    Promise.all([draw(file), import('tesseract.js')]),
    stopped,
  ]);
  const starting = createWorker('eng', LSTM_ONLY, {
    workerPath: RECEIPT_READER_WORKER,
    workerBlobURL: false,
    langPath: RECEIPT_READER,
    corePath: `${RECEIPT_READER}/tesseract-core-simd-lstm.js`,
    gzip: false,
    // The browser's cache keeps the files.
    cacheMethod: 'none',
    logger: ({ status, progress }) => {
      if (status === 'recognizing text') onProgress(Math.round(progress * 100));
    },
    errorHandler: () => undefined,
  });
  try {
    const worker = await Promise.race([starting, stopped]);
    const { data } = await Promise.race([worker.recognize(image), stopped]);
    return data.text;
  } finally {
    void starting.then(
      (worker) => worker.terminate(),
      () => undefined,
    );
  }
}

async function draw(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = fitWithin(bitmap, { width: LONGEST_SIDE, height: LONGEST_SIDE });
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The browser cannot draw');
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image is too large'))));
    });
  } finally {
    bitmap.close();
  }
}
