import { ActionIcon, Burger, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useProductName } from '#web/lib/page/brand.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useOverlay } from '#web/ui/dialog/use-overlay.ts';
import { IconSearch } from '#web/ui/icons/IconSearch.ts';
import { ProductLogo } from '#web/ui/ProductLogo.tsx';
import { ProductMark } from '#web/ui/ProductMark.tsx';
import { InstallButton } from '../../installations/components/InstallButton.tsx';
import { NotificationBell } from '../../notifications/components/NotificationBell.tsx';
import { AvatarMenu } from './AvatarMenu.tsx';
import { LanguagePicker } from './LanguagePicker.tsx';
import classes from './TopBar.module.css';

type TopBarProps = { menuOpened: boolean; onToggleMenu: () => void };

export function TopBar({ menuOpened, onToggleMenu }: TopBarProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const product = useProductName();
  return (
    <div className={classes.bar}>
      <Group gap="xs" wrap="nowrap" className={classes.brand}>
        <Burger
          opened={menuOpened}
          onClick={onToggleMenu}
          hiddenFrom="sm"
          size="sm"
          aria-label={t('Toggle menu')}
          aria-expanded={menuOpened}
        />
        <Link to={paths.home} activeOptions={{ exact: true }} className={classes.product}>
          <ProductLogo height={36} alt={product}>
            <ProductMark size={32} />
            <Text component="span" fw={700} className={classes.name} title={product}>
              {product}
            </Text>
          </ProductLogo>
        </Link>
      </Group>
      {/* Minimum touch targets; smaller gaps for administrators, who have one more button. */}
      <Group gap={user.role === 'admin' ? '2xs' : 'xs'} wrap="nowrap">
        {user.role === 'admin' && <SearchButton />}
        <InstallButton />
        <NotificationBell />
        <LanguagePicker />
        <AvatarMenu />
      </Group>
    </div>
  );
}

/** Opens the command palette on devices without a keyboard. */
function SearchButton() {
  const { t } = useTranslation();
  const { setOverlay } = useOverlay();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t('Search and commands')}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => setOverlay('palette')}
    >
      <IconSearch size={20} />
    </ActionIcon>
  );
}
