import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describeApi } from '#server/platform/http/openapi/document.ts';

/** Validates the API's document against OpenAPI 3.1 and Redocly's rules; prints the problems. */
const source = JSON.stringify(await describeApi('Wallet API', '1.0.0'));
const config = await createConfig({ extends: ['recommended-strict'] });
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
for (const { ruleId, message, location } of problems) {
  console.log(`${ruleId}: ${message} (${location[0]?.pointer})`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
