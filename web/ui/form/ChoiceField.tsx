import { CheckIcon, Combobox, Input, InputBase, ScrollArea, useCombobox } from '@mantine/core';
import { useId } from 'react';
import classes from './ChoiceField.module.css';

type ChoiceFieldProps<Value extends string> = {
  label: string;
  isLabelHidden?: boolean;
  className?: string | undefined;
  choices: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  error?: string | undefined;
};

/** Select field. Unlike an input, its value wraps over several lines, and phones do not zoom in on focus. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { choices, value, onChange } = props;
  const id = useId();
  const list = useCombobox({
    onDropdownOpen: () => list.updateSelectedOptionIndex('active', { scrollIntoView: true }),
    onDropdownClose: () => list.resetSelectedOption(),
  });
  const choose = (submitted: string) => {
    const choice = choices.find((each) => each.value === submitted);
    if (choice) onChange(choice.value);
    list.closeDropdown();
  };
  return (
    // Fixed: a wide list in the page flow would widen the page and its dialogs on phones.
    <Combobox
      store={list}
      onOptionSubmit={choose}
      floatingStrategy="fixed"
      // Otherwise a list that was measured before its rows were there stays below the screen.
      preventPositionChangeWhenVisible={false}
    >
      <Combobox.Target targetType="button" withExpandedAttribute>
        <InputBase
          component="button"
          type="button"
          id={id}
          label={props.label}
          labelProps={{
            id: `${id}-label`,
            'data-hidden-label': props.isLabelHidden || undefined,
          }}
          className={props.className}
          withAsterisk={props.required}
          aria-required={props.required}
          disabled={props.disabled}
          error={props.error}
          pointer
          multiline
          rightSection={<Combobox.Chevron />}
          onClick={() => list.toggleDropdown()}
          onBlur={() => list.closeDropdown()}
        >
          {choices.find((choice) => choice.value === value)?.label ?? (
            <Input.Placeholder>{props.placeholder}</Input.Placeholder>
          )}
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options labelledBy={`${id}-label`}>
          <ScrollArea.Autosize mah="14rem" type="scroll">
            {choices.map((choice) => (
              <Combobox.Option
                key={choice.value}
                value={choice.value}
                active={choice.value === value}
                aria-selected={choice.value === value}
                className={classes.option}
              >
                {choice.value === value && <CheckIcon className={classes.check} />}
                {choice.label}
              </Combobox.Option>
            ))}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
