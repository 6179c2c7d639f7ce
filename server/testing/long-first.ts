import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files whose tests start servers, or repeat their work many times, and take longer than their size suggests. */
const LONG = [
  'server/documents.test.ts',
  'server/start/main.test.ts',
  'server/integration.test.ts',
  'server/features/reconciliation/killed.test.ts',
  'server/start/listening-socket.test.ts',
  'server/features/own-data/own-data.test.ts',
  'server/statement-files/read-in-worker.test.ts',
  'server/features/transactions/compare-receipts.test.ts',
  'server/platform/files/bucket-store.test.ts',
  'server/embedded-postgres/lifecycle.test.ts',
  'server/embedded-postgres/start.test.ts',
  'server/webhooks.test.ts',
  'server/killed-statements.test.ts',
  'server/platform/mail/transport.test.ts',
];

/**
 * Runs these files before the others of their project. Vitest runs larger files first as long as it has measured no
 * times, which is so after each clone: one of these small files ran alone at the end, on one of two cores.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG.some((file) => moduleId.endsWith(file));
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
