import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Encrypter } from 'age-encryption';

// A program: encrypts its standard input to the recipients in its arguments, and writes the result to its standard
// output. The process is separate because the library keeps the processor busy for over a millisecond at a time.
const encrypter = new Encrypter();
for (const recipient of process.argv.slice(2)) encrypter.addRecipient(recipient);
const encrypted = await encrypter.encrypt(Readable.toWeb(process.stdin));
await pipeline(Readable.fromWeb(encrypted), process.stdout);
