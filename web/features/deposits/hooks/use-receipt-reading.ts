import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { logWarning } from '#web/lib/page/log.ts';

export type ReceiptReading =
  | { kind: 'idle' | 'nothing' | 'failed' }
  | { kind: 'reading'; percent: number }
  | { kind: 'found'; utr: string };

const IDLE: ReceiptReading = { kind: 'idle' };

/**
 * Reads the UTR from a receipt when `read` is called, or immediately. `cancel` ends that, and hides the outcome.
 */
export function useReceiptReading(receipt: File, isAutomatic: boolean) {
  const [reading, setReading] = useState<ReceiptReading>(IDLE);
  const controller = useRef<AbortController>(undefined);
  const isFirst = useRef(isAutomatic);
  const read = async () => {
    controller.current?.abort();
    controller.current = new AbortController();
    const { signal } = controller.current;
    const show = (next: ReceiptReading) => {
      if (!signal.aborted) setReading(next);
    };
    show({ kind: 'reading', percent: 0 });
    try {
      const onProgress = (percent: number) => show({ kind: 'reading', percent });
      // Most people type the number, and don't need this code.
      const { readUtr } = await import('../model/read-utr.ts');
      const utr = await readUtr(receipt, { signal, onProgress });
      show(utr === undefined ? { kind: 'nothing' } : { kind: 'found', utr });
    } catch (error) {
      if (!signal.aborted) logWarning('The receipt was not read', error);
      show({ kind: 'failed' });
    }
  };
  const start = useEffectEvent(() => {
    if (isFirst.current) void read();
  });
  useEffect(() => {
    start();
    return () => controller.current?.abort();
  }, []);
  const cancel = () => {
    controller.current?.abort();
    setReading(IDLE);
  };
  return { reading, read: () => void read(), cancel };
}
