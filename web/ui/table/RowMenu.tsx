import { Menu } from '@mantine/core';
import {
  type ReactNode,
  type RefCallback,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { ACTION_COLORS } from '../state/states.ts';
import { RowButton } from './RowControls.tsx';

export type RowAction = {
  text: string;
  /** Includes the subject of the row. */
  label: string;
  icon?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
};

type RowMenuProps = {
  /** Includes the subject of the row. */
  label: string;
  actions: RowAction[];
  isHidden?: boolean;
};

/** The menu of a row that has a name. */
export function NamedRowMenu({ name, actions }: { name: string; actions: RowAction[] }) {
  const { t } = useTranslation();
  return (
    <RowMenu
      label={t('{{action}}: {{title}}', { action: t('More'), title: name })}
      actions={actions}
    />
  );
}

/** The further actions of a row: a menu, or a button if there is only one. */
export function RowMenu(props: RowMenuProps) {
  const [action, ...others] = props.actions;
  if (!action || others.length > 0) return <MenuOfSeveral {...props} />;
  return (
    <RowButton
      isHidden={props.isHidden ?? false}
      aria-label={action.label}
      disabled={action.isDisabled}
      onClick={action.onChoose}
    >
      {action.text}
    </RowButton>
  );
}

/** The menu is rendered only while it is open, because lists have many rows. */
function MenuOfSeveral({ label, actions, isHidden = false }: RowMenuProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isShown = isOpen && !isHidden;
  return (
    <>
      <RowButton
        ref={button}
        id={id}
        isMenu
        isHidden={isHidden}
        title={t('More')}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-dropdown` : undefined}
        onClick={() => setIsOpen(!isShown)}
      />
      {isShown && (
        <OpenMenu id={id} button={button} actions={actions} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

type OpenMenuProps = Pick<RowMenuProps, 'actions'> & {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

function OpenMenu({ id, button, actions, onClose }: OpenMenuProps) {
  const close = () => {
    button.current?.focus({ preventScroll: true });
    onClose();
  };
  const choose = (action: RowAction) => {
    // First, so that a dialog returns the focus to the button.
    close();
    action.onChoose();
  };
  const first = actions.find(({ isDisabled }) => !isDisabled);
  return (
    <Menu
      opened
      id={id}
      position="bottom-end"
      offset={4}
      returnFocus={false}
      // A hidden menu would lose the focus.
      hideDetached={false}
      onClose={close}
    >
      <Menu.Target>
        <MenuTarget button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            data-autofocus={action === first || undefined}
            leftSection={action.icon}
            color={action.isDanger ? ACTION_COLORS.destroy : undefined}
            disabled={action.isDisabled}
            aria-label={action.label}
            onClick={() => choose(action)}
          >
            {action.text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type MenuTargetProps = Pick<OpenMenuProps, 'button'> & { ref?: RefCallback<HTMLElement> };

/** Makes the button, which is already rendered, the target of the menu. */
function MenuTarget({ button, ref }: MenuTargetProps) {
  useLayoutEffect(() => {
    ref?.(button.current);
  }, [button, ref]);
  return null;
}
