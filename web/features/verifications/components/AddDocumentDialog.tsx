import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { imageRules } from '#contract/uploads/routes.ts';
import { UPLOAD_TYPES } from '#contract/uploads/rules.ts';
import {
  DOCUMENT_KINDS,
  MAX_DOCUMENT_NUMBER_LENGTH,
  NUMBERED_KINDS,
} from '#contract/verifications/rules.ts';
import { preparePhoto } from '#web/lib/files/photo.ts';
import { documentLabels } from '#web/lib/i18n/document-labels.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { ImageInput } from '#web/ui/form/ImageInput.tsx';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { type DocumentForm, type DocumentProblems, findDocumentProblems } from '../model.ts';
import { useAddDocument } from '../queries.ts';

const { maxBytes } = imageRules.documents;
const EMPTY: DocumentForm = { kind: 'pan', number: '', image: null };
const prepare = (file: File) => preparePhoto(file, { accept: UPLOAD_TYPES, maxBytes });

type AddDocumentDialogProps = { opened: boolean; onClose: () => void };

export function AddDocumentDialog({ opened, onClose }: AddDocumentDialogProps) {
  const { t } = useTranslation();
  const form = useCheckedForm<DocumentForm, DocumentProblems>({
    initialValues: EMPTY,
    findProblems: findDocumentProblems,
  });
  const close = () => {
    form.start(EMPTY);
    add.reset();
    onClose();
  };
  const add = useAddDocument(() => {
    form.start(EMPTY);
    onClose();
  });
  const labels = documentLabels(t);
  const { kind } = form.values;
  const hasNumber = NUMBERED_KINDS.includes(kind);
  const submit = ({ image, number }: DocumentForm) => {
    if (image) add.mutate({ file: image, kind, ...(hasNumber && number.trim() && { number }) });
  };
  const { number: numberProblem, image: imageProblem } = form.problems;
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('Add a document')}
      submitLabel={t('Upload')}
      pendingLabel={t('Uploading...')}
      pending={add.isPending}
      failure={add.error}
      form={form}
      onSubmit={submit}
    >
      <ChoiceField
        label={t('Kind of document')}
        choices={DOCUMENT_KINDS.map((value) => ({ value, label: labels[value] }))}
        {...form.field('kind')}
      />
      {hasNumber && (
        <TextInput
          label={t('Number on the document (optional)')}
          description={t('We store only the last four characters.')}
          maxLength={MAX_DOCUMENT_NUMBER_LENGTH}
          autoComplete="off"
          {...form.field('number')}
          error={numberProblem && t(errorTable[numberProblem].message)}
        />
      )}
      <ImageInput
        label={t('Image')}
        hint={t('JPG, PNG or WebP, max 5MB')}
        required
        accept={UPLOAD_TYPES}
        maxBytes={maxBytes}
        prepare={prepare}
        {...form.field('image')}
        error={imageProblem ? t(errorTable.DOCUMENT_REQUIRED.message) : ''}
      />
    </FormDialog>
  );
}
