import { runCommandLine } from './command-line.ts';

const code = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
// `start` sets the exit code itself.
if (code > 0) process.exitCode = code;
