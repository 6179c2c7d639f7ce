import { Center, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RowDensity } from '#contract/profiles/rules.ts';
import { IconBaselineDensityMedium } from '../icons/IconBaselineDensityMedium.ts';
import { IconBaselineDensitySmall } from '../icons/IconBaselineDensitySmall.ts';
import { useWiderThan } from '../use-wider-than.ts';
import { MANY_COLUMNS } from './ResponsiveTable.tsx';
import { useDensity } from './use-density.ts';

/** Chooses the row density of tables. Hidden on narrow screens, where lists are cards. */
export function DensitySwitch() {
  const { t } = useTranslation();
  const [density, setDensity] = useDensity();
  const isTable = useWiderThan(MANY_COLUMNS);
  if (!isTable) return null;
  const choices: { value: RowDensity; name: string; Icon: typeof IconBaselineDensityMedium }[] = [
    { value: 'comfortable', name: t('Comfortable rows'), Icon: IconBaselineDensityMedium },
    { value: 'compact', name: t('Compact rows'), Icon: IconBaselineDensitySmall },
  ];
  return (
    <SegmentedControl<RowDensity>
      aria-label={t('Row spacing')}
      data={choices.map(({ value, name, Icon }) => ({
        value,
        label: (
          <Center>
            <Icon size={18} role="img" aria-label={name} />
          </Center>
        ),
      }))}
      value={density}
      onChange={setDensity}
    />
  );
}
