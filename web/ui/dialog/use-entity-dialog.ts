import { type QueryKey, useMutation } from '@tanstack/react-query';
import { useErrorText } from '../../lib/api/errors.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toastError, toastSuccess } from '../toasts.ts';
import { type FormDialogOptions, useFormDialog } from './use-form-dialog.ts';

type EntityDialogOptions<Row, Values, Problems> = FormDialogOptions<Row, Values, Problems> & {
  save: (values: Values, id: string | undefined) => Promise<unknown>;
  texts: { created: string; updated: string };
  /** Text of the toast for an unexpected failure, or a function that shows failures itself. */
  failed:
    | { create: string; update: string }
    | ((error: Error, action: 'create' | 'update') => void);
  queryKey: QueryKey;
};

export function useEntityDialog<
  Row extends { id: string },
  Values extends object,
  Problems extends object = object,
>(options: EntityDialogOptions<Row, Values, Problems>) {
  const { save, texts, failed, queryKey } = options;
  const errorText = useErrorText();
  const dialog = useFormDialog<Row, Values, Problems>(options);
  const saving = useMutation({
    mutationFn: ({ values, id }: { values: Values; id: string | undefined }) => save(values, id),
    onSuccess: (_row, { id }) => {
      toastSuccess({ message: id === undefined ? texts.created : texts.updated });
      dialog.close();
    },
    onError: (error, { id }) => {
      const action = id === undefined ? 'create' : 'update';
      if (typeof failed === 'function') failed(error, action);
      else toastError({ message: errorText(error, failed[action]) });
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
  return {
    ...dialog,
    isPending: saving.isPending,
    /** Shown in the form, unless `failed` does. */
    failure: typeof failed === 'function' ? null : saving.error,
    submit: (values: Values) => saving.mutate({ values, id: dialog.edited?.id }),
  };
}

export type EntityDialogState<
  Row extends { id: string },
  Values extends object,
  Problems extends object = object,
> = ReturnType<typeof useEntityDialog<Row, Values, Problems>>;
