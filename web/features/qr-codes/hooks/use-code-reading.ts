import { useEffect, useEffectEvent, useState } from 'react';
import { readUpiCode, type UpiPayee } from '#contract/qr-codes/rules.ts';

export type CodeReading = 'none' | 'reading' | 'read' | 'signed' | 'notFound';

/** Reads the payee of a chosen image. Another image, or none, cancels the reading. */
export function useCodeReading(image: File | null, onRead: (payee: UpiPayee) => void): CodeReading {
  const [state, setState] = useState<CodeReading>('none');
  const finish = useEffectEvent((payee: UpiPayee | undefined) => {
    if (payee) onRead(payee);
    setState(payee ? (payee.isSigned ? 'signed' : 'read') : 'notFound');
  });
  useEffect(() => {
    setState(image ? 'reading' : 'none');
    if (!image) return;
    let isCurrent = true;
    void readCode(image).then((payee) => {
      if (isCurrent) finish(payee);
    });
    return () => {
      isCurrent = false;
    };
  }, [image]);
  return state;
}

/** Larger images are scaled down: decoding takes longer than it helps. */
const MAX_SIDE = 1600;

/** Returns the payee in an image of a QR code; undefined if none is found. The server reads the image again. */
async function readCode(image: File): Promise<UpiPayee | undefined> {
  try {
    const { default: decodeQR } = await import('qr/decode.js');
    return readUpiCode(decodeQR(await readPixels(image)));
  } catch {
    return undefined; // The image has no readable code, or this browser cannot draw it.
  }
}

async function readPixels(image: File): Promise<ImageData> {
  const bitmap = await createImageBitmap(image);
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no images');
  // Transparent images are read on white, as the server does.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
