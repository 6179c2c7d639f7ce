import { onlineManager, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { StatementForm, StatementReading } from '#contract/statements/schema.ts';
import type { SendProgress } from '#web/lib/api/send-file.ts';
import { sendUpload } from '#web/lib/api/upload.ts';
import { refreshStatements } from '../queries.ts';

type Sent = { form: Omit<StatementForm, 'remember' | 'useSaved'> & Answers; file: File };
export type Answers = { remember?: boolean; useSaved?: boolean };

/** Sends a file to be read or imported. A newer call replaces the outcome; an error keeps the previous one. */
export function useReading(onRead: (reading: StatementReading, sent: Sent) => void) {
  const [progress, setProgress] = useState<SendProgress>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: async ({ form, file }: Sent) => {
      if (!onlineManager.isOnline()) throw new TypeError('Without a connection nothing is sent');
      controller.current = new AbortController();
      setProgress({ sentBytes: 0, totalBytes: file.size });
      const { signal } = controller.current;
      return sendUpload('importStatement', { form, file, signal, onProgress: setProgress });
    },
    onSuccess: onRead,
    onSettled: (_reading, _error, { form }) => {
      setProgress(undefined);
      if (form.isImport) refreshStatements();
    },
  });
  return {
    progress,
    isPending: mutation.isPending,
    failure: mutation.error,
    send: mutation.mutate,
    cancel: () => controller.current?.abort(),
    forget: mutation.reset,
  };
}
