import { Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ListWithViews } from '#contract/saved-views/rules.ts';
import type { SavedView } from '#contract/saved-views/schema.ts';
import { useFormDialog } from '#web/ui/dialog/use-form-dialog.ts';
import { IconBookmark } from '#web/ui/icons/IconBookmark.ts';
import { IconBookmarkPlus } from '#web/ui/icons/IconBookmarkPlus.ts';
import { EditDeleteButtons } from '#web/ui/page/EditDeleteButtons.tsx';
import { isSameSearch, toViewSearch } from '../model.ts';
import { useDeleteView, useSavedViews } from '../queries.ts';
import classes from './SavedViews.module.css';
import { ViewDialog, type ViewFields, type ViewProblems } from './ViewDialog.tsx';

type SavedViewsProps = {
  list: ListWithViews;
  /** The list's current filters in the URL; only those that are set. */
  search: Record<string, unknown>;
};

/** Menu of an administrator's saved views of a list, and a button to save the current filters. */
export function SavedViews({ list, search }: SavedViewsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const views = (useSavedViews().data ?? []).filter((view) => view.list === list);
  const current = views.find((view) => isSameSearch(view.search, search));
  const dialog = useFormDialog<SavedView, ViewFields, ViewProblems>({
    initialValues: (view) => ({ name: view?.name ?? '' }),
    findProblems: ({ name }) => (name.trim() === '' ? { name: true } : {}),
  });
  const deleteView = useDeleteView();
  const isUnsaved = !current && Object.keys(toViewSearch(search)).length > 0;
  return (
    <>
      {(views.length > 0 || isUnsaved) && (
        <Group role="group" aria-label={t('Saved views')} gap="xs" mb="md">
          {views.map((view) => (
            <Button
              key={view.id}
              size="compact-sm"
              classNames={{ root: classes.view, label: classes.viewLabel }}
              variant={view === current ? 'light' : 'default'}
              aria-pressed={view === current}
              leftSection={<IconBookmark size={14} />}
              onClick={() => void navigate({ to: '.', search: view.search, replace: true })}
            >
              {view.name}
            </Button>
          ))}
          {current && (
            <EditDeleteButtons
              name={current.name}
              onEdit={() => dialog.open(current)}
              onDelete={() => deleteView(current)}
            />
          )}
          {isUnsaved && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconBookmarkPlus size={14} />}
              onClick={() => dialog.open()}
            >
              {t('Save this view')}
            </Button>
          )}
        </Group>
      )}
      <ViewDialog state={dialog} list={list} search={toViewSearch(search)} />
    </>
  );
}
