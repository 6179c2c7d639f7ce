import { type ChangeMeta, type NumberFormatBaseProps, useNumericFormat } from 'react-number-format';
import { cleanAmount, isPlainNumber, toAsciiDigits } from '../../lib/i18n/typed-amount.ts';

/** Longer than any amount; limits the work for a long pasted text. */
const MAX_LENGTH = 30;

type Field = { value: string; onChange: (value: string) => void; onBlur?: () => void };

type AmountFormat = Pick<
  NumberFormatBaseProps,
  | 'value'
  | 'valueIsNumericString'
  | 'format'
  | 'removeFormatting'
  | 'getCaretBoundary'
  | 'isCharacterSame'
  | 'isValidInputCharacter'
  | 'isAllowed'
  | 'onValueChange'
  | 'onKeyDown'
  | 'onBlur'
>;

/** Shows text that is not a number (see `cleanAmount`) unchanged. */
export function useAmountFormat({ value, onChange, onBlur }: Field): AmountFormat {
  const numeric = useNumericFormat({
    thousandSeparator: ',',
    thousandsGroupStyle: 'lakh',
    allowNegative: false,
    valueIsNumericString: true,
    value: isPlainNumber(value) ? value : '',
  });
  const removeFormatting = (typed: string, change?: ChangeMeta) => {
    const cleaned = cleanAmount(typed);
    if (!isPlainNumber(cleaned)) return cleaned;
    // The library compares texts by position, so that both must have the same length.
    const isSameText = typed.replace(/[^\d.]/g, '') === cleaned;
    return isSameText ? (numeric.removeFormatting?.(typed, change) ?? cleaned) : cleaned;
  };
  return {
    // A digit of another script is equal to the ASCII digit that replaces it.
    isCharacterSame: (compared) =>
      numeric.isCharacterSame?.({
        ...compared,
        currentValue: toAsciiDigits(compared.currentValue),
      }) ?? false,
    isValidInputCharacter: (character) => /[\p{Nd}.]/u.test(character),
    onKeyDown: numeric.onKeyDown,
    value,
    valueIsNumericString: true,
    removeFormatting,
    format: (text) => (isPlainNumber(text) ? (numeric.format?.(text) ?? text) : text),
    getCaretBoundary: (shown) =>
      /^[\d.,]*$/.test(shown)
        ? (numeric.getCaretBoundary?.(shown) ?? [])
        : Array.from({ length: shown.length + 1 }, () => true),
    isAllowed: ({ value: typed }) => typed.length <= MAX_LENGTH,
    onValueChange: ({ value: typed }, { source }) => {
      if (source === 'event') onChange(typed);
    },
    onBlur: () => {
      if (value !== '' && !/\d/.test(value)) onChange('');
      onBlur?.();
    },
  };
}
