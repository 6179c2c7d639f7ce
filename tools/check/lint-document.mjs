import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';

/* Validates a document of an API, which it reads from its input, against OpenAPI 3.1 and Redocly's rules; prints the problems. */

const source = await text(process.stdin);
const config = await createConfig({ extends: ['recommended-strict'] });
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
for (const { ruleId, message, location } of problems) {
  console.log(`${ruleId}: ${message} (${location[0]?.pointer})`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
