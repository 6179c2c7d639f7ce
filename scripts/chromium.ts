import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium as playwright } from '@playwright/test';

/** The headless shell first: the same engine without a desktop, which is much faster. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** A Chromium that is already installed: CHROMIUM_PATH, one on PATH, or Playwright's own. */
export function findInstalledChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH;
  const onPath = (env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return [...onPath, playwright.executablePath()].find(runs);
}

/** Installs Debian's when running as root on Debian, otherwise Playwright's own. */
export function findChromium(): string {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && !runs(CHROMIUM_PATH)) {
    throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, which does not run as a browser.`);
  }
  const found =
    findInstalledChromium() ??
    (installFromDebian() ? findInstalledChromium() : undefined) ??
    (installFromPlaywright() ? findInstalledChromium() : undefined);
  if (found) return found;
  throw new Error(
    'The browser tests need a Chromium, and none could be found or installed.\n' +
      'Install one (Debian, Ubuntu: apt-get install chromium) or set CHROMIUM_PATH to its program.',
  );
}

/** Whether a program responds to `--version`: a stub or one with missing libraries does not. */
function runs(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    return false;
  }
  return spawnSync(program, ['--version'], { timeout: 30_000 }).status === 0;
}

function installFromDebian(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log('Installing Chromium with apt-get ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status;
  apt('update');
  // Older releases have no separate package of the headless shell.
  return ['chromium-headless-shell', 'chromium'].some(
    (name) => apt('install', '-y', '--no-install-recommends', name) === 0,
  );
}

function installFromPlaywright(): boolean {
  console.log("Installing Playwright's Chromium ...");
  const packageJson = createRequire(import.meta.url).resolve('@playwright/test/package.json');
  const cli = path.join(path.dirname(packageJson), 'cli.js');
  return (
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' }).status === 0
  );
}
