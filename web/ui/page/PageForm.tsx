import type { ComponentProps, RefObject } from 'react';
import { focusFirstInvalid } from '../../lib/page/focus.ts';
import { useDiscardGuard } from '../dialog/use-discard-guard.tsx';
import { Form } from '../form/Form.tsx';
import { type CheckedForm, useShowFailure } from '../form/use-checked-form.ts';

type PageFormProps<Values extends object, Problems extends object> = Pick<
  ComponentProps<typeof Form>,
  'pending' | 'children' | 'footer' | 'keepsFocus' | 'isInOrder'
> & {
  form: CheckedForm<Values, Problems>;
  /** Why the last call failed; shown in the form until the next change. Null if the caller shows it. */
  failure: Error | null;
  onSubmit: (values: Values) => void;
  /** Called on validation errors, which are also shown at their fields. */
  onRefuse?: (problems: Partial<Problems>) => void;
  /** Contains all fields, if some of them are outside of the form's element. */
  fields?: RefObject<HTMLElement | null>;
};

/** A form on a page: shows the error, focuses the first invalid field, and confirms before unsent input is lost. */
export function PageForm<Values extends object, Problems extends object>(
  props: PageFormProps<Values, Problems>,
) {
  const { form, onSubmit, failure, onRefuse, fields, ...rest } = props;
  useShowFailure(form, failure);
  const guard = useDiscardGuard(form);
  return (
    <>
      <Form
        {...rest}
        error={form.error}
        onSubmit={(element) =>
          form.submit(onSubmit, (problems) => {
            onRefuse?.(problems);
            focusFirstInvalid(fields?.current ?? element);
          })
        }
      />
      {guard.question}
    </>
  );
}
