import { Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DEFAULT_BRAND_COLOR, isColor } from '#contract/branding/rules.ts';
import { MAX_BRAND_NAME_LENGTH } from '#contract/settings/rules.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import {
  type BrandFields,
  type BrandProblems,
  type BrandSettings,
  findBrandProblems,
  toBrandFields,
  toBrandSettings,
  toColor,
} from '../model/brand-form.ts';
import classes from './BrandCard.module.css';
import { ColorSamples } from './ColorSamples.tsx';
import { SettingCard } from './SettingCard.tsx';
import { FIELD_ORDER, SettingForm } from './SettingForm.tsx';

/** The operator's name and colour. */
export function BrandCard() {
  const { t } = useTranslation();
  return (
    <SettingCard
      title={t('Name and colour')}
      description={t(
        'Shown on every page, before the login too, in mails and in the installed app.',
      )}
      settings={['brandName', 'brandColor']}
      height={240}
    >
      {(saved) => <BrandForm saved={saved} />}
    </SettingCard>
  );
}

function BrandForm({ saved }: { saved: BrandSettings }) {
  const { t } = useTranslation();
  const setting = useSettingForm<keyof BrandSettings, BrandFields, BrandProblems>({
    saved,
    toFields: toBrandFields,
    toSettings: toBrandSettings,
    findProblems: findBrandProblems,
  });
  const { form } = setting;
  const color = toColor(form.values.color);
  const setColor = (next: string) => form.field('color').onChange(next);
  return (
    <SettingForm {...setting}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          label={t('Name of the wallet')}
          {...form.field('name')}
          maxLength={MAX_BRAND_NAME_LENGTH}
          error={form.problems.name && t(errorTable.BRAND_NAME_REQUIRED.message)}
          required
        />
        <TextInput
          label={t('Brand colour')}
          {...form.field('color')}
          maxLength={8}
          spellCheck={false}
          autoComplete="off"
          inputWrapperOrder={FIELD_ORDER}
          error={useColorText(form.problems.color)}
          rightSection={
            <input
              type="color"
              className={classes.picker}
              aria-label={t('Choose a colour')}
              value={isColor(color) ? color : DEFAULT_BRAND_COLOR}
              onChange={(event) => setColor(event.currentTarget.value)}
            />
          }
          required
        />
      </SimpleGrid>
      {isColor(color) && <ColorSamples color={color} onChoose={setColor} />}
      {color !== DEFAULT_BRAND_COLOR && (
        <Group>
          <Button variant="subtle" size="compact-sm" onClick={() => setColor(DEFAULT_BRAND_COLOR)}>
            {t('Use the standard colour')}
          </Button>
        </Group>
      )}
    </SettingForm>
  );
}

function useColorText(problem: BrandProblems['color']): string | undefined {
  const { t } = useTranslation();
  if (problem === 'form') {
    return t('Please enter a colour such as {{color}}.', { color: DEFAULT_BRAND_COLOR });
  }
  return problem && t(errorTable.INVALID_BRAND_COLOR.message);
}
