import { onlineManager, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  type DateOrder,
  MAX_FILE_NAME,
  type StatementMapping,
} from '#contract/statements/rules.ts';
import type {
  StatementForm,
  StatementPreview,
  StatementReading,
} from '#contract/statements/schema.ts';
import { useRequestKeys } from '#web/lib/api/request-key.ts';
import type { SendProgress } from '#web/lib/api/send-file.ts';
import { sendUpload } from '#web/lib/api/upload.ts';
import { initialMapping, type MappingValues, type UnknownTable } from '../model/mapping.ts';
import { refreshStatements } from '../queries.ts';

type Source = { accountId: string; file: File };
type Given = Answers & {
  mapping?: StatementMapping;
  dateOrder?: DateOrder;
  overlap?: StatementForm['overlap'];
};

type Step =
  | { kind: 'file' }
  | { kind: 'dates'; samples: string[] }
  | { kind: 'mapping'; table: UnknownTable }
  | { kind: 'overlap'; overlap: Extract<StatementReading, { kind: 'overlap' }> }
  | { kind: 'preview'; preview: StatementPreview }
  | { kind: 'done'; preview: StatementPreview };

const FILE: Step = { kind: 'file' };

/** The steps from a chosen file to its import. Replies stay after an error. */
export function useImportFlow(onImported: () => void) {
  const [step, setStep] = useState<Step>(FILE);
  const [source, setSource] = useState<Source>();
  const [given, setGiven] = useState<Given>({});
  const [table, setTable] = useState<UnknownTable>();
  const [mapping, setMapping] = useState<MappingValues>();
  const keys = useRequestKeys();

  const show = (reading: StatementReading) => {
    if (reading.kind === 'dates') return setStep(reading);
    if (reading.kind === 'mapping') {
      setTable(reading);
      setMapping((typed) => typed ?? initialMapping(reading));
      return setStep({ kind: 'mapping', table: reading });
    }
    if (reading.kind === 'overlap') return setStep({ kind: 'overlap', overlap: reading });
    setStep({ kind: reading.importId === null ? 'preview' : 'done', preview: reading });
    if (reading.importId === null) return;
    keys.renew();
    onImported();
  };
  const reading = useReading(show);

  const send = (from: Source, answers: Given, isImport: boolean) => {
    const { accountId, file } = from;
    const requestKey = isImport && keys.keyFor([accountId, file, JSON.stringify(answers)]);
    const fileName = file.name.slice(-MAX_FILE_NAME).trim() || 'statement';
    const form = { accountId, fileName, isImport, ...answers, ...(requestKey && { requestKey }) };
    reading.send({ form, file });
  };
  const restart = () => {
    reading.forget();
    setStep(FILE);
    setGiven({});
    setTable(undefined);
    setMapping(undefined);
  };
  return {
    step,
    mapping,
    ...reading,
    setMapping,
    restart,
    /** Reads a file for a preview. */
    check: (from: Source) => {
      setSource(from);
      send(from, given, false);
    },
    /** Reads the file again with the reply to a question. */
    answer: (answers: Given) => {
      const next = { ...given, ...answers };
      setGiven(next);
      if (source) send(source, next, false);
    },
    /** Returns to the form of columns, if the file needed it. */
    backToColumns: table && (() => setStep({ kind: 'mapping', table })),
    runImport: () => {
      if (source) send(source, given, true);
    },
  };
}

export type ImportFlow = ReturnType<typeof useImportFlow>;

type Sent = { form: Omit<StatementForm, 'remember' | 'useSaved'> & Answers; file: File };
type Answers = { remember?: boolean; useSaved?: boolean };

/** Sends a file to be read or imported. A newer call replaces the outcome; an error keeps the previous one. */
function useReading(onRead: (reading: StatementReading, sent: Sent) => void) {
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
