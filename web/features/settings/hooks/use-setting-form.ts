import type { SettingKey, Settings } from '#contract/settings/table.ts';
import { useSavedForm } from '#web/ui/form/use-checked-form.ts';
import { useSaveSettings } from '../queries.ts';

type SettingFormOptions<Key extends SettingKey, Fields extends object, Problems> = {
  saved: Pick<Settings, Key>;
  toFields: (settings: Pick<Settings, Key>) => Fields;
  /** Returns the settings of valid fields. */
  toSettings: (fields: Fields) => Partial<Settings>;
  findProblems?: (fields: Fields) => Partial<Problems>;
};

/**
 * Form of some settings. If another administrator saves, fields that are not being edited show the new values, and
 * `form.isOutdated` is true if a field that is being edited was changed.
 */
export function useSettingForm<
  Key extends SettingKey,
  Fields extends object,
  Problems extends object = object,
>({ saved, toFields, toSettings, ...rest }: SettingFormOptions<Key, Fields, Problems>) {
  const form = useSavedForm<Fields, Problems>(toFields(saved), rest);
  const save = useSaveSettings((settings) => form.start(toFields(settings)));
  return {
    form,
    pending: save.isPending,
    failure: save.error,
    onSubmit: (fields: Fields) => save.mutate(toSettings(fields)),
    /** Replaces the fields by the saved values. */
    onDiscard: () => form.start(toFields(saved)),
  };
}
