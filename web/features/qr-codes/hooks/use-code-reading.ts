import { useEffect, useEffectEvent, useState } from 'react';
import type { UpiPayee } from '#contract/qr-codes/rules.ts';
import { readCode } from '../model/read-code.ts';

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
