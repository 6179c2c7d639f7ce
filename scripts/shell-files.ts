import type { Plugin, Rollup } from 'vite';
import { collectEntry, collectFiles } from './chunk-files.ts';

/** What must stand on screen without a connection, beyond the entry and the application that it starts. */
const SHELL_MODULES =
  /\/web\/(?:routes\/(?:_user|index|login)\.tsx\?|ui\/(?:Toaster|UpdatePrompt)\.tsx)/;

/**
 * Learns from the build which files make up the shell: the entry, the application and the frame around
 * the screens, with all that they import. Only these are fetched in advance; a screen's own code comes
 * with it.
 */
export function shellFiles(): { plugin: Plugin; isShell: (file: string) => boolean } {
  const files = new Set<string>();
  return {
    plugin: {
      name: 'shell-files',
      apply: 'build',
      generateBundle(_options, bundle) {
        const { entry, application } = collectEntry(bundle);
        for (const file of [...entry, ...application]) files.add(file);
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && isShellStart(chunk)) collectFiles(chunk, bundle, files);
        }
      },
    },
    isShell: (file) => files.has(file),
  };
}

function isShellStart({ moduleIds }: Rollup.OutputChunk): boolean {
  return moduleIds.some((id) => SHELL_MODULES.test(id));
}
