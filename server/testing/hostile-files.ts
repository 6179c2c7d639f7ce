import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { buildZip } from './hostile-statements.ts';
import { pngBomb, pngChunk, pngOf } from './png.ts';
import { createRandom, type Random } from './random.ts';

type Named = [name: string, file: Buffer];

/** Of each format. */
const PARTS = 14;
const DAMAGED = 44;
/** Bytes that are changed in a damaged file. */
const CHANGES = 8;
const SEED = 7;
const MUCH = 8_000_000;
const SCRIPT = Buffer.from('<script>alert(document.domain)</script>');

/**
 * Builds 300 files that are not what they seem to be: cut and damaged images, sizes that are not true, parts that unpack to much
 * more, two formats in one file, and other formats. The same each time.
 */
export async function buildHostileFiles(): Promise<Named[]> {
  const random = createRandom(SEED);
  const images = await buildImages(random);
  const archive = await buildOutsideZip();
  return [
    ...images.flatMap(([format, file]) => partsOf(format, file)),
    ...images.flatMap(([format, file]) => damage(format, { file, random })),
    ...images.flatMap(([format, file]) => joinFormats(format, { file, archive })),
    ...lyingImages(images),
    ...otherFormats(archive),
  ];
}

/** An archive with a file outside of the folder where it is unpacked, which the library refuses to write. */
async function buildOutsideZip(): Promise<Buffer> {
  const inside = await buildZip({ 'xx/xx/evil.sh': 'exit 1', 'a.html': SCRIPT });
  return Buffer.from(inside.toString('latin1').replaceAll('xx/xx/', '../../'), 'latin1');
}

/** The same colours in each format. */
async function buildImages(random: Random): Promise<Named[]> {
  const raw = { width: 96, height: 64, channels: 3 } as const;
  const length = raw.width * raw.height * raw.channels;
  const pixels = Uint8Array.from({ length }, () => random() * 256);
  const picture = sharp(pixels, { raw });
  return [
    ['JPEG', await picture.clone().jpeg().toBuffer()],
    ['progressive JPEG', await picture.clone().jpeg({ progressive: true }).toBuffer()],
    ['PNG', await picture.clone().png().toBuffer()],
    ['WebP', await picture.clone().webp().toBuffer()],
  ];
}

function partsOf(format: string, file: Buffer): Named[] {
  return Array.from({ length: PARTS }, (_, n) => [
    `${n} of ${PARTS} parts of a ${format}`,
    file.subarray(0, Math.floor((file.length * n) / PARTS)),
  ]);
}

/** The first bytes stay, so that the format is still recognised. */
function damage(format: string, { file, random }: { file: Buffer; random: Random }): Named[] {
  return Array.from({ length: DAMAGED }, (_, n) => {
    const damaged = Buffer.from(file);
    for (let change = 0; change < CHANGES; change += 1) {
      // Half of the changes in the headers.
      const end = change % 2 === 0 ? Math.min(400, file.length) : file.length;
      damaged[12 + Math.floor(random() * (end - 12))] = Math.floor(random() * 256);
    }
    return [`a damaged ${format}, ${n}`, damaged];
  });
}

function joinFormats(
  format: string,
  { file, archive }: { file: Buffer; archive: Buffer },
): Named[] {
  const program = Buffer.from('MZ\x90\0\x03\0\0\0#!/bin/sh\n');
  return [
    [`a ${format} with a script behind it`, Buffer.concat([file, SCRIPT])],
    [`a ${format} with an archive behind it`, Buffer.concat([file, archive])],
    [`a ${format} twice`, Buffer.concat([file, file])],
    [`a ${format} behind a program`, Buffer.concat([program, file])],
    [`a ${format} behind HTML`, Buffer.concat([SCRIPT, file])],
    [`a ${format} with megabytes of zeros behind it`, Buffer.concat([file, Buffer.alloc(4e6)])],
    [`a ${format} in gzip`, gzipSync(file)],
  ];
}

/** Images whose headers promise more than there is, or whose parts unpack to more. */
function lyingImages(images: Named[]): Named[] {
  const tooLarge = [
    [65_535, 65_535],
    [0x7fffffff, 1],
    [1, 0x7fffffff],
    [0, 0],
    [0xffffffff, 0xffffffff],
  ] as const;
  const text = pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(MUCH))]),
  );
  const profile = pngChunk(
    'iCCP',
    Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(MUCH))]),
  );
  const sides = { width: 8, height: 8 };
  const rows = Buffer.alloc(16);
  const animation = pngChunk('acTL', Buffer.from('ffffffff00000000', 'hex'));
  return [
    ...tooLarge.map(
      ([width, height]): Named => [
        `a PNG that declares ${width} x ${height} pixels`,
        pngOf({ width, height }),
      ],
    ),
    ...images.flatMap(([format, file]) => declareLarge(format, file)),
    ['a PNG without rows', pngOf(sides)],
    ['a PNG with more rows than it declares', pngOf(sides, { rows: Buffer.alloc(MUCH) })],
    ['a PNG of a million columns', pngBomb(1_000_000, 1)],
    ['a PNG of a hundred megapixels', pngBomb(10_000, 10_000)],
    ['a PNG with a text that unpacks to megabytes', pngOf(sides, { rows, chunks: [text] })],
    ['a PNG with a profile that unpacks to megabytes', pngOf(sides, { rows, chunks: [profile] })],
    ['a PNG of four thousand million frames', pngOf(sides, { rows, chunks: [animation] })],
    [
      'a PNG with ten thousand empty parts',
      pngOf(sides, {
        rows,
        chunks: Array.from({ length: 10_000 }, () => pngChunk('tEXt', Buffer.alloc(0))),
      }),
    ],
  ];
}

/** Replaces the size in the header of a JPEG or WebP. */
function declareLarge(format: string, file: Buffer): Named[] {
  const large = Buffer.from(file);
  const frame = [0xc0, 0xc2]
    .map((kind) => file.indexOf(Buffer.from([0xff, kind])))
    .find((at) => at > 0);
  if (format.endsWith('JPEG') && frame) large.fill(0xff, frame + 5, frame + 9);
  else if (format === 'WebP') large.fill(0xff, 26, 30);
  else return [];
  return [[`a ${format} that declares the largest size`, large]];
}

function otherFormats(archive: Buffer): Named[] {
  const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`;
  const texts: Record<string, string> = {
    SVG: svg('<rect/>'),
    'SVG with a script': svg('<script>alert(1)</script>'),
    'SVG that includes a file': `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
    'SVG that loads an image': svg('<image href="http://169.254.169.254/"/>'),
    HTML: `<!doctype html>${SCRIPT}`,
    PDF: '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj',
    PostScript: '%!PS-Adobe-3.0\n(%pipe%id) (r) file',
    'a command of ImageMagick': 'push graphic-context\nfill \'url(https://127.0.0.1/x.jpg"|id")\'',
    'a list of a media player': '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\nfile:///etc/passwd',
    JSON: '{"image":true}',
    'a shell script': '#!/bin/sh\nid',
    'a bitmap of X': '#define a_width 16\n#define a_height 7\nstatic char a_bits[] = { 0x13 };',
    'a bitmap of Windows': 'BM\xff\xff\xff\x7f\0\0\0\0\x36\0\0\0\x28\0\0\0\xff\xff\0\0\xff\xff\0\0',
    'a picture of a fax': 'II*\0\xff\xff\xff\x7f',
    'a GIF of the largest size': 'GIF89a\xff\xff\xff\xff\xf0\0\0;',
    'the first bytes of a PNG': '\x89PNG\r\n\x1a\n',
    'the first bytes of a JPEG': '\xff\xd8\xff\xe0',
    'the first bytes of a WebP': 'RIFF\xff\xff\xff\xffWEBPVP8X',
    'the first bytes of a HEIC': '\0\0\0\x18ftypheic',
    'the first bytes of an AVIF': '\0\0\0\x1cftypavif',
    'the first bytes of a JPEG XL': '\xff\x0a',
    'the first bytes of a JPEG 2000': '\0\0\0\x0cjP  \r\n\x87\n',
    'one byte': '\0',
    'a line end': '\n',
    'a byte order mark': '\xef\xbb\xbf',
  };
  return [
    ['an archive', archive],
    ['a packed archive', gzipSync(archive)],
    ['megabytes of zeros', Buffer.alloc(4e6)],
    ...Object.entries(texts).map(([name, text]): Named => [name, Buffer.from(text, 'latin1')]),
  ];
}
