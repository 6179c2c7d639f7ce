import type { ComponentProps } from 'react';
import { focusFirstInvalid } from '../lib/focus.ts';
import { Form } from './Form.tsx';
import type { CheckedForm } from './use-checked-form.ts';
import { useDiscardGuard } from './use-discard-guard.tsx';

type PageFormProps<Values extends object, Problems extends object> = Pick<
  ComponentProps<typeof Form>,
  'pending' | 'children' | 'footer' | 'keepsFocus'
> & {
  form: CheckedForm<Values, Problems>;
  /** Called with values that nothing is wrong with. */
  onSubmit: (values: Values) => void;
  /** Called when something is wrong, beside which it is said at its field. */
  onRefuse?: (problems: Partial<Problems>) => void;
};

/** A form on a page: its error, the way to its first wrong field, and no leaving unasked with it unsent. */
export function PageForm<Values extends object, Problems extends object>(
  props: PageFormProps<Values, Problems>,
) {
  const { form, onSubmit, onRefuse, ...rest } = props;
  const guard = useDiscardGuard(form);
  return (
    <>
      <Form
        {...rest}
        error={form.error}
        onSubmit={(element) =>
          form.submit(onSubmit, (problems) => {
            onRefuse?.(problems);
            focusFirstInvalid(element);
          })
        }
      />
      {guard.question}
    </>
  );
}
