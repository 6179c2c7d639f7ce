import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const BOMB_BYTES = 300 * 1024 * 1024;

export async function buildZip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files))
    archive.addBuffer(Buffer.from(content), name);
  archive.end();
  return buffer(archive.outputStream);
}

export const buildSheet = (rows: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;

/** An .xlsx file with one sheet. */
export async function buildWorkbook(sheetXml: string | Buffer): Promise<Buffer> {
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  return buildZip({
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relations}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheetXml,
  });
}

/** A cell of a sheet with text. */
export const cell = (at: string, text: string) =>
  `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** A small file with a sheet of 300 MB. */
export const buildBomb = () => buildWorkbook(Buffer.alloc(BOMB_BYTES, ' '));

/** The same, and the archive declares one byte. */
export async function buildLyingBomb(): Promise<Buffer> {
  const file = await buildBomb();
  const size = Buffer.alloc(4);
  size.writeUInt32LE(BOMB_BYTES);
  for (let at = file.indexOf(size); at >= 0; at = file.indexOf(size, at)) file.writeUInt32LE(1, at);
  return file;
}

/** The second entity is ten of the first. */
export const ENTITIES = `<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
