import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MIN_SOURCE_NAME_LENGTH } from '#contract/sources/rules.ts';
import type { Source, SourceForm } from '#contract/sources/schema.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { confirmDelete } from '../../ui/dialog/confirm-delete.tsx';
import { useEntityDialog } from '../../ui/dialog/use-entity-dialog.ts';

const queryKey = orpc.sources.key();

export function useSources() {
  return useQuery(orpc.sources.list.queryOptions());
}

export function useSourceDialog() {
  const { t } = useTranslation();
  return useEntityDialog<Source, SourceForm, SourceProblems>({
    initialValues: initialForm,
    findProblems,
    save: (form, id) =>
      id === undefined ? api.sources.create(form) : api.sources.update({ id, ...form }),
    texts: {
      created: t('Source created successfully'),
      updated: t('Source updated successfully'),
    },
    failed: { create: t('Failed to create source'), update: t('Failed to update source') },
    queryKey,
  });
}

export function useDeleteSource(): (source: Source) => void {
  const { t } = useTranslation();
  return ({ id, name }) =>
    confirmDelete({
      name,
      message: t('Are you sure you want to delete this source?'),
      remove: () => api.sources.remove({ id }),
      deleted: { message: t('Source deleted successfully') },
      failed: t('Failed to delete source'),
      queryKey,
    });
}

type SourceProblems = { name: 'tooShort' };

/** Returns the initial values for a new, active source or an existing one. */
function initialForm(source: Source | undefined): SourceForm {
  return { name: source?.name ?? '', isActive: source?.isActive ?? true };
}

/** Returns validation problems. Counts an emoji as one character. */
function findProblems({ name }: SourceForm): Partial<SourceProblems> {
  return [...name.trim()].length < MIN_SOURCE_NAME_LENGTH ? { name: 'tooShort' } : {};
}
