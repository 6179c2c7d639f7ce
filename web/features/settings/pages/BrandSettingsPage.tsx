import { BrandCard } from '../components/BrandCard.tsx';
import { BrandImagesCard } from '../components/BrandImagesCard.tsx';
import { SettingsSections } from '../components/SettingsSections.tsx';

export function BrandSettingsPage() {
  return (
    <SettingsSections
      group="brand"
      cards={{
        brand: <BrandCard />,
        images: <BrandImagesCard />,
      }}
    />
  );
}
