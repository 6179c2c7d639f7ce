import { XMLParser } from 'fast-xml-parser';
import {
  MAX_LINE_REFERENCE,
  MAX_STATEMENT_ROWS,
  type SkipReason,
} from '../../contract/statements/rules.ts';
import { FileFault } from './fault.ts';
import type { Entries, Entry, Gap, Skipped } from './reading.ts';
import { cleanCell } from './text.ts';

type Node = Record<string, unknown>;

interface Totals {
  entries: Entry[];
  skipped: Skipped[];
  gaps: Gap[];
  checked: number;
  accountNumber: string | null;
}

const MAX_NESTED_TAGS = 40;
/** Longest tag at the end of a document, with its prefix. */
const MAX_END_TAG = 100;

export function isCamt053(text: string): boolean {
  return /<(?:\w+:)?BkToCstmrStmt[\s>]/.test(text);
}

/** Reads the booked entries of a CAMT.053 document. Throws FileFault for entities and other XML. */
export function readCamt053(text: string): Entries {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new FileFault('xmlEntities');
  const totals: Totals = { entries: [], skipped: [], gaps: [], checked: 0, accountNumber: null };
  for (const statement of listOf(parse(text), 'Document', 'BkToCstmrStmt', 'Stmt')) {
    readStatement(totals, statement);
  }
  if (totals.entries.length === 0 && totals.skipped.length === 0) throw new FileFault('noLines');
  return {
    format: 'camt053',
    layout: 'camt053',
    bank: null,
    fingerprint: null,
    positions: [],
    ...totals,
  };
}

function parse(text: string): Node {
  // The parser accepts a document that ends early. An envelope may be around it.
  const start = text.search(/<(?:\w+:)?Document[\s>]/);
  const end = text.lastIndexOf('Document>') + 'Document>'.length;
  const document = text.slice(start, end);
  if (start < 0 || !/<\/(?:\w+:)?Document>$/.test(document.slice(-MAX_END_TAG)))
    throw new FileFault('damaged');
  try {
    const parser = new XMLParser({
      ignoreAttributes: false,
      removeNSPrefix: true,
      parseTagValue: false,
      parseAttributeValue: false,
      processEntities: false,
      maxNestedTags: MAX_NESTED_TAGS,
    });
    return asNode(parser.parse(document, true));
  } catch {
    throw new FileFault('damaged');
  }
}

function readStatement(totals: Totals, statement: Node): void {
  const account = asNode(statement.Acct);
  const id = asNode(account.Id);
  const number = textAt(id, 'IBAN') || textAt(id, 'Othr', 'Id');
  totals.accountNumber ??= /\d{4}$/.test(number) ? number : null;
  const from = totals.entries.length;
  const skippedBefore = totals.skipped.length;
  for (const entry of listOf(statement, 'Ntry')) readEntry(totals, entry);
  const [opening, closing] = [['OPBD', 'PRCD'], ['CLBD']].map((codes) =>
    findBalance(statement, codes),
  );
  const added = totals.entries.slice(from);
  if (opening === undefined || closing === undefined || totals.skipped.length > skippedBefore)
    return;
  totals.checked += 1;
  const expectedPaise = added.reduce((sum, { paise }) => sum + paise, opening);
  if (expectedPaise !== closing) {
    totals.gaps.push({ row: totals.entries.length, expectedPaise, foundPaise: closing });
  }
}

function findBalance(statement: Node, codes: readonly string[]): number | undefined {
  const found = listOf(statement, 'Bal').find((balance) =>
    codes.includes(textAt(balance, 'Tp', 'CdOrPrtry', 'Cd')),
  );
  return found && signedAmount(found);
}

function readEntry(totals: Totals, entry: Node): void {
  const row = totals.entries.length + totals.skipped.length + 1;
  if (row > MAX_STATEMENT_ROWS) throw new FileFault('tooManyRows');
  const facts = readFacts(entry);
  if (typeof facts === 'string') {
    const text = [textAt(entry, 'Amt'), textAt(entry, 'AddtlNtryInf')].join(' ').trim();
    totals.skipped.push({ row, reason: facts, text });
    return;
  }
  const details = listOf(entry, 'NtryDtls').flatMap((one) => listOf(one, 'TxDtls'));
  const parts = splitBatch(details, facts.paise);
  for (const { detail, paise } of parts) {
    totals.entries.push({ row, ...facts, paise, ...describe(entry, detail, parts.length > 1) });
  }
}

function readFacts(entry: Node): Pick<Entry, 'bookedOn' | 'valueOn' | 'paise'> | SkipReason {
  const status = textAt(entry, 'Sts') || textAt(entry, 'Sts', 'Cd') || 'BOOK';
  if (status !== 'BOOK') return 'notBooked';
  if (currencyOf(entry) !== 'INR') return 'currency';
  const paise = signedAmount(entry);
  if (paise === undefined || paise === 0) return 'amount';
  const valueOn = dayAt(entry, 'ValDt');
  const bookedOn = dayAt(entry, 'BookgDt') ?? valueOn;
  if (bookedOn === undefined) return 'date';
  return { bookedOn, ...(valueOn !== undefined && { valueOn }), paise };
}

/** A batch whose payments add up to the entry is read as single payments. */
function splitBatch(details: Node[], paise: number): { detail: Node; paise: number }[] {
  const sign = Math.sign(paise);
  const parts = details.map((detail) => ({
    detail,
    paise: sign * (amountOf(detail) ?? amountOf(asNode(asNode(detail.AmtDtls).TxAmt)) ?? 0),
  }));
  const sum = parts.reduce((total, part) => total + part.paise, 0);
  const isWhole = parts.length > 1 && sum === paise && parts.every((part) => part.paise !== 0);
  return isWhole ? parts : [{ detail: details[0] ?? {}, paise }];
}

function describe(
  entry: Node,
  detail: Node,
  isPart: boolean,
): Pick<Entry, 'narration' | 'reference' | 'transactionId'> {
  const refs = asNode(detail.Refs);
  const party = asNode(asNode(detail.RltdPties).Dbtr);
  const own = textAt(detail, 'Refs', 'AcctSvcrRef') || textAt(refs, 'TxId');
  const bank = (isPart ? own : '') || textAt(entry, 'AcctSvcrRef') || own;
  const narration = [
    textAt(entry, 'AddtlNtryInf'),
    textAt(detail, 'AddtlTxInf'),
    ...texts(asNode(detail.RmtInf).Ustrd),
    textAt(party, 'Nm') || textAt(party, 'Pty', 'Nm'),
  ].filter((text) => text !== '');
  const ids = ['EndToEndId', 'TxId', 'InstrId', 'UETR', 'AcctSvcrRef'].map((name) =>
    textAt(refs, name),
  );
  const creditor = listOf(detail, 'RmtInf', 'Strd').map((one) => textAt(one, 'CdtrRefInf', 'Ref'));
  const known = [...ids, ...creditor].filter((id) => id !== '' && id !== 'NOTPROVIDED');
  return {
    narration: [...new Set(narration)],
    reference: [...new Set([...known, bank])].join(' ').trim().slice(0, MAX_LINE_REFERENCE),
    ...(bank !== '' && { transactionId: bank.slice(0, MAX_LINE_REFERENCE) }),
  };
}

function signedAmount(node: Node): number | undefined {
  const paise = amountOf(node);
  return paise === undefined || textAt(node, 'CdtDbtInd') !== 'DBIT' ? paise : -paise;
}

function amountOf(node: Node): number | undefined {
  const [, rupees = '', fraction = ''] =
    /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(textAt(node, 'Amt')) ?? [];
  return rupees === '' ? undefined : Number(rupees) * 100 + Number(fraction.padEnd(2, '0'));
}

function currencyOf(node: Node): string {
  const currency = asNode(node.Amt)['@_Ccy'];
  return typeof currency === 'string' ? currency : '';
}

function dayAt(node: Node, name: string): string | undefined {
  const date = asNode(node[name]);
  const day = (textAt(date, 'Dt') || textAt(date, 'DtTm')).slice(0, 10);
  const ms = Date.parse(`${day}T00:00:00Z`);
  return /^20\d\d-\d\d-\d\d$/.test(day) &&
    !Number.isNaN(ms) &&
    new Date(ms).toISOString().startsWith(day)
    ? day
    : undefined;
}

function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Node) // cast: an object of the parser has names and values only
    : {};
}

/** Returns the elements at the end of a path; the parser returns one element without a list. */
function listOf(node: Node, ...path: string[]): Node[] {
  const [name = '', ...rest] = path;
  const value = node[name];
  const nodes = (Array.isArray(value) ? value : [value])
    .filter((one) => one !== undefined)
    .map(asNode);
  return rest.length === 0 ? nodes : nodes.flatMap((one) => listOf(one, ...rest));
}

function textAt(node: Node, ...path: string[]): string {
  let value: unknown = node;
  for (const name of path) value = asNode(value)[name];
  if (Array.isArray(value)) value = value[0];
  const text = typeof value === 'string' ? value : asNode(value)['#text'];
  return typeof text === 'string' ? cleanCell(decodeCharacters(text)) : '';
}

function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((one) => textAt({ one }, 'one'));
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeCharacters(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
