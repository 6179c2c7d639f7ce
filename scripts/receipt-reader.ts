import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { RECEIPT_READER } from '../contract/deposits/rules.ts';

const { resolve } = createRequire(import.meta.url);
/** The files of `RECEIPT_READER`: the engine for browsers with WebAssembly SIMD, which all supported ones have. */
const FILES: Record<string, string> = {
  'worker.min.js': 'tesseract.js/dist/worker.min.js',
  'tesseract-core-simd-lstm.js': 'tesseract.js-core/tesseract-core-simd-lstm.js',
  'tesseract-core-simd-lstm.wasm': 'tesseract.js-core/tesseract-core-simd-lstm.wasm',
  // The reader unpacks it by its content.
  'eng.traineddata': '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
};

/** Adds the files that read receipts in the browser. Browsers fetch them when a person requests it. */
export function receiptReader(): Plugin {
  return {
    name: 'receipt-reader',
    configureServer: ({ middlewares }) => {
      middlewares.use(RECEIPT_READER, (request, response, next) => {
        const source = FILES[path.basename(request.url ?? '')];
        if (!source) return next();
        const type = source.endsWith('.js') ? 'text/javascript' : 'application/wasm';
        readFile(resolve(source)).then((body) => {
          response.setHeader('content-type', type);
          response.end(body);
        }, next);
      });
    },
    async generateBundle() {
      for (const [name, source] of Object.entries(FILES)) {
        const body = await readFile(resolve(source));
        const emit = (suffix: string, content: Buffer) =>
          this.emitFile({
            type: 'asset',
            fileName: `${RECEIPT_READER.slice(1)}/${name}${suffix}`,
            source: content,
          });
        emit('', body);
        if (name === 'eng.traineddata') continue;
        emit('.br', await promisify(brotliCompress)(body));
        emit('.gz', await promisify(gzip)(body));
      }
    },
  };
}
