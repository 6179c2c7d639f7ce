import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** The results of a run of tests. `failures` has one line per failed test or other error. */
export interface TestReport {
  passed: number;
  failures: string[];
}

/**
 * Writes a TestReport to the file that `TEST_REPORT` names. Failures are failed tests, files that could not be loaded,
 * failed hooks and errors outside of tests.
 */
export default class FailuresReporter implements Reporter {
  onTestRunEnd(
    testModules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
  ): void {
    const tests = testModules.flatMap((module) => [...module.children.allTests()]);
    const failedTests = tests.filter((test) => test.result().state === 'failed');
    const report: TestReport = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failures: [
        ...failedTests.map((test) =>
          describe(`${test.module.relativeModuleId} > ${test.fullName}`, test.result().errors?.[0]),
        ),
        ...testModules.flatMap((module) =>
          [module, ...module.children.allSuites()].flatMap((suite) =>
            suite.errors().map((error) => describe(module.relativeModuleId, error)),
          ),
        ),
        ...unhandledErrors.map((error) => describe('an error outside of the tests', error)),
      ],
    };
    writeFileSync(process.env.TEST_REPORT ?? '', JSON.stringify(report));
  }
}

function describe(name: string, error: { message: string } | undefined): string {
  const [firstLine = ''] = (error?.message ?? '').split('\n', 1);
  return `${name}: ${firstLine.slice(0, 200)}`;
}
