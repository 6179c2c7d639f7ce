import { useRequestKeys } from '#web/lib/api/request-key.ts';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';

const EMPTY = { text: '' };

/** State of a reply that is being written. `draftKey` names its draft and contains the conversation's id. */
export function useReplyForm(draftKey: string) {
  const keys = useRequestKeys(draftKey);
  const form = useCheckedForm<typeof EMPTY, { text: boolean }>({
    initialValues: EMPTY,
    findProblems: ({ text }) => (text.trim() === '' ? { text: true } : {}),
    draftKey,
  });
  const clear = () => {
    keys.renew();
    form.start(EMPTY);
  };
  return { form, clear, keyFor: (text: string) => keys.keyFor([text]) };
}

export type ReplyFormState = ReturnType<typeof useReplyForm>;
