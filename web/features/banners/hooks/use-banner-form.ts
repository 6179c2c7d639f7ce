import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BannerForm } from '#contract/banners/schema.ts';
import { imageRules } from '#contract/uploads/routes.ts';
import { fitWithin } from '#web/lib/files/fit.ts';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { toastError } from '#web/ui/toasts.ts';
import {
  type BannerProblems,
  EMPTY_BANNER,
  findProblems,
  type ImageProblem,
} from '../model/banner-form.ts';
import { useCreateBanner } from '../queries.ts';

type TypedBanner = BannerForm & { image: File | null };
const EMPTY: TypedBanner = { ...EMPTY_BANNER, image: null };

/** Form that compresses the image and creates a banner. */
export function useBannerForm() {
  const { t } = useTranslation();
  const [isCompressing, setIsCompressing] = useState(false);
  /** The last chosen file: a slower compression of an earlier file must not replace it. */
  const chosen = useRef<File | null>(null);
  const form = useCheckedForm<TypedBanner, BannerProblems>({
    initialValues: EMPTY,
    findProblems: ({ image, ...typed }) => findProblems(typed, image),
    checkedOnBlur: ['title', 'linkUrl'],
  });
  const create = useCreateBanner(() => {
    form.start(EMPTY);
    chosen.current = null;
  });

  const setImage = form.field('image').onChange;
  const refuseImage = (problem: ImageProblem) => {
    chosen.current = null;
    setImage(null);
    form.setProblem('image', problem);
  };
  const toastFailure = (step: CompressionError['step']) => {
    const messages = { load: t('Failed to load image'), compress: t('Failed to compress image') };
    toastError({ title: t('Upload Error'), message: messages[step] });
    refuseImage(step);
  };
  const chooseImage = async (file: File | null) => {
    if (!file) return refuseImage('missing');
    chosen.current = file;
    form.setProblem('image', undefined);
    setIsCompressing(true);
    try {
      const small = await compressBanner(file, new Date());
      if (chosen.current === file) setImage(small);
    } catch (error) {
      if (chosen.current === file) {
        toastFailure(error instanceof CompressionError ? error.step : 'compress');
      }
    }
    if (chosen.current === file || chosen.current === null) setIsCompressing(false);
  };
  const submit = ({ image, ...typed }: TypedBanner) => {
    if (image && !isCompressing) create.mutate({ form: typed, image });
  };

  return {
    form,
    isCompressing,
    isPending: create.isPending,
    failure: create.error,
    chooseImage: (file: File | null) => void chooseImage(file),
    refuseImage,
    submit,
  };
}

export type BannerFormState = ReturnType<typeof useBannerForm>;

const TYPE = 'image/webp';
const { bound, webpQuality } = imageRules['banner-images'];

/** The image could not be decoded, or not be encoded. */
class CompressionError extends Error {
  constructor(readonly step: 'load' | 'compress') {
    super(`The image failed to ${step}`);
  }
}

/**
 * Returns the image scaled to at most 1200x600 as WebP, to save upload time. Browsers without a WebP encoder return
 * PNG; the server converts it. Throws CompressionError.
 */
async function compressBanner(file: File, now: Date): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new CompressionError('load');
  });
  try {
    const blob = await draw(bitmap);
    return new File([blob], `banner-${now.getTime()}.webp`, { type: blob.type });
  } finally {
    bitmap.close();
  }
}

async function draw(bitmap: ImageBitmap): Promise<Blob> {
  const { width, height } = fitWithin(bitmap, bound);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new CompressionError('compress');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, TYPE, webpQuality / 100),
  );
  if (!blob) throw new CompressionError('compress');
  return blob;
}
