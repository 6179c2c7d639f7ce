import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BannerForm } from '#contract/banners.ts';
import { toastError } from '../../lib/toasts.ts';
import {
  type BannerProblems,
  EMPTY_BANNER,
  findProblems,
  type ImageProblem,
} from './banner-form.ts';
import { CompressionError, compressBanner } from './compress.ts';
import { useCreateBanner } from './queries.ts';

/** The form that creates a banner: its fields, its image made small, its problems, and sending it. */
export function useBannerForm() {
  const { t } = useTranslation();
  const [form, setForm] = useState(EMPTY_BANNER);
  const [image, setImage] = useState<File | null>(null);
  const [isCompressing, setIsCompressing] = useState(false);
  const [problems, setProblems] = useState<Partial<BannerProblems>>({});
  /** The image chosen last: an earlier one that takes longer to compress does not replace it. */
  const chosen = useRef<File | null>(null);
  const create = useCreateBanner(() => {
    setForm(EMPTY_BANNER);
    setImage(null);
    chosen.current = null;
  });

  const refuseImage = (problem: ImageProblem) => {
    chosen.current = null;
    setImage(null);
    setProblems((current) => ({ ...current, image: problem }));
  };
  const tellFailure = (step: CompressionError['step']) => {
    const messages = { load: t('Failed to load image'), compress: t('Failed to compress image') };
    toastError({ title: t('Upload Error'), message: messages[step] });
    refuseImage(step);
  };
  const chooseImage = async (file: File | null) => {
    if (!file) return refuseImage('missing');
    chosen.current = file;
    setProblems((current) => ({ ...current, image: undefined }));
    setIsCompressing(true);
    try {
      const small = await compressBanner(file, new Date());
      if (chosen.current === file) setImage(small);
    } catch (error) {
      if (chosen.current === file) {
        tellFailure(error instanceof CompressionError ? error.step : 'compress');
      }
    }
    if (chosen.current === file || chosen.current === null) setIsCompressing(false);
  };
  const change = (part: Partial<BannerForm>) => {
    setForm((current) => ({ ...current, ...part }));
    if ('title' in part) setProblems((current) => ({ ...current, title: undefined }));
    if ('linkUrl' in part) setProblems((current) => ({ ...current, linkUrl: undefined }));
  };
  /** Says what is wrong with a field once the person has left it. */
  const check = (field: 'title' | 'linkUrl') =>
    setProblems((current) => ({ ...current, [field]: findProblems(form, image)[field] }));
  const submit = () => {
    const found = findProblems(form, image);
    setProblems(found);
    if (Object.keys(found).length === 0 && image) create.mutate({ form, image });
  };

  return {
    form,
    image,
    problems,
    isCompressing,
    isPending: create.isPending,
    change,
    check,
    chooseImage: (file: File | null) => void chooseImage(file),
    refuseImage,
    submit,
  };
}

export type BannerFormState = ReturnType<typeof useBannerForm>;
