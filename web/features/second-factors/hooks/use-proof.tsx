import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FactorProof } from '#contract/second-factors/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { errorCode, errorParam, useErrorText } from '#web/lib/api/errors.ts';
import { requestPasskey, supportsPasskeys } from '#web/lib/session/passkeys.ts';
import { type ProofMethod, readMethods } from '#web/lib/session/proof-methods.ts';
import { ProofForm } from '../components/ProofForm.tsx';

type Send = (proof?: FactorProof) => Promise<unknown>;
type Open = { methods: ProofMethod[]; send: Send; end: (error?: unknown) => void };

/** Above the confirmations whose calls it repeats. */
const ABOVE_ALL = 400;

/**
 * Sends calls that need a second factor. If the server requires one, a dialog requests it, and the call is sent again with
 * it. A cancelled call throws the refusal.
 */
export function useProof() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [open, setOpen] = useState<Open>();
  const [problem, setProblem] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const withProof = async <Result,>(
    call: (proof?: FactorProof) => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await call();
    } catch (refusal) {
      if (errorCode(refusal) !== 'SECOND_FACTOR_REQUIRED') throw refusal;
      return await new Promise<Result>((resolve, reject) => {
        setProblem(undefined);
        setOpen({
          methods: readMethods(errorParam(refusal, 'methods'), supportsPasskeys()),
          send: async (proof) => resolve(await call(proof)),
          end: (error) => reject(error ?? refusal),
        });
      });
    }
  };
  const present = async (find: () => Promise<FactorProof>) => {
    setIsPending(true);
    setProblem(undefined);
    try {
      await open?.send(await find());
      setOpen(undefined);
    } catch (error) {
      setProblem(errorText(error, t('The passkey was not used. Please try again.')));
    } finally {
      setIsPending(false);
    }
  };
  const cancel = () => {
    open?.end();
    setOpen(undefined);
  };
  const dialog = (
    <Modal
      opened={open !== undefined}
      onClose={cancel}
      title={t('Confirm that it is you')}
      size="sm"
      zIndex={ABOVE_ALL}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {open && (
        <ProofForm
          methods={open.methods}
          problem={problem}
          isPending={isPending}
          onCode={(kind, code) => void present(async () => ({ kind, code }))}
          onPasskey={() =>
            void present(async () => ({
              kind: 'passkey',
              answer: await requestPasskey(await api.secondFactors.presentPasskey()),
            }))
          }
          onChoose={() => setProblem(undefined)}
          back={{ label: t('Cancel'), onClick: cancel }}
        />
      )}
    </Modal>
  );
  return { withProof, dialog };
}

export type WithProof = ReturnType<typeof useProof>['withProof'];
