import { useRef, useState } from 'react';
import { PhotoError, type PhotoProblem } from '../../lib/files/photo.ts';

export type RejectedImage = Exclude<PhotoProblem, 'heic'>;

export type ChosenImageProps = {
  value: File | null;
  onChange: (file: File | null) => void;
  accept: readonly string[];
  maxBytes: number;
  prepare?: (file: File) => Promise<File>;
  /** Handles a rejected file. Without it, the field shows the reason. */
  onReject?: (reason: RejectedImage) => void;
};

/** Validates and prepares a chosen file. If several are chosen in a row, the last one wins. */
export function useChosenImage(props: ChosenImageProps) {
  const { value, onChange } = props;
  const [refused, setRefused] = useState<PhotoProblem>();
  const [isPreparing, setIsPreparing] = useState(false);
  const latest = useRef<File>(undefined);

  const refuse = (problem: PhotoProblem) => {
    onChange(value);
    if (props.onReject) props.onReject(problem === 'heic' ? 'type' : problem);
    else setRefused(problem);
  };
  const prepare = async (file: File, work: (file: File) => Promise<File>) => {
    latest.current = file;
    setIsPreparing(true);
    // The form must not send the previous image in the meantime.
    onChange(null);
    try {
      const prepared = await work(file);
      if (latest.current === file) onChange(prepared);
    } catch (error) {
      if (!(error instanceof PhotoError)) throw error;
      if (latest.current === file) refuse(error.problem);
    } finally {
      if (latest.current === file) setIsPreparing(false);
    }
  };
  const choose = (file: File | null) => {
    setRefused(undefined);
    if (!file) return onChange(null);
    const problem = problemOf(file, props);
    if (!problem) onChange(file);
    else if (props.prepare) void prepare(file, props.prepare);
    else refuse(problem);
  };
  return { refused, isPreparing, choose };
}

function problemOf(
  file: File,
  { accept, maxBytes }: Pick<ChosenImageProps, 'accept' | 'maxBytes'>,
): RejectedImage | undefined {
  if (!accept.includes(file.type)) return 'type';
  return file.size > maxBytes ? 'size' : undefined;
}
