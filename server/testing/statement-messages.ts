import type { InventedPayment } from './statement-files.ts';

/** Invented statements of corporate portals. Names, accounts and references belong to no person or payment. */

export const INVENTED_MT940 = [
  '{1:F01INVENTEDXXXX0000000000}{2:I940INVENTEDXXXXN}{4:',
  ':20:INVENTED1',
  ':25:INVB0000001/50100000001234',
  ':28C:00001/001',
  ':60F:C260804INR10000,',
  ':61:2608050805C118000,00NTRF621712345601//S1234501',
  ':86:UPI/CR/621712345601/ANANYA INVENTED/SBIN/ananya.test@okaxis',
  '/DEP-1785900000123',
  ':61:260805D17,7NCHGNONREF//S1234502',
  ':86:CHARGES SMS',
  ':61:2608060806RC500,00NTRFNONREF//S1234503',
  ':86:?20IMPS REVERSAL?21621812345602',
  ':61:2512310102C25000,5NTRFNONREF',
  'SUPPLEMENTARY DETAILS',
  ':62F:C260806INR152482,80',
  '-}',
  '',
].join('\r\n');

const entry = (paise: string, mark: string, details: string) =>
  `<Ntry><Amt Ccy="INR">${paise}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><DtTm>2026-08-05T23:59:00+05:30</DtTm></BookgDt><ValDt><Dt>2026-08-06</Dt></ValDt>${details}</Ntry>`;
const payment = (paise: string, utr: string) =>
  `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId><TxId>${utr}</TxId></Refs><Amt Ccy="INR">${paise}</Amt>
  <RltdPties><Dbtr><Pty><Nm>Ananya &amp; Balu &#x28;Invented&#x29;</Nm></Pty></Dbtr></RltdPties>
  <RmtInf><Ustrd>DEP-1785900000123</Ustrd></RmtInf></TxDtls>`;

export const INVENTED_CAMT053 = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><Othr><Id>50100000001234</Id></Othr></Id><Ccy>INR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="INR">10000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="INR">10982.30</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
${entry('1000', 'CRDT', `<AcctSvcrRef>S1</AcctSvcrRef><NtryDtls>${payment('400.00', '621712345601')}${payment('600.00', '621712345602')}</NtryDtls>`)}
${entry('17.70', 'DBIT', '<AcctSvcrRef>S2</AcctSvcrRef><AddtlNtryInf>CHARGES</AddtlNtryInf>')}
<Ntry><Amt Ccy="INR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts></Ntry>
<Ntry><Amt Ccy="USD">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts></Ntry>
</Stmt></BkToCstmrStmt></Document>
`;

const decimal = (paise: number) => (Math.abs(paise) / 100).toFixed(2);

/** Writes invented payments of a month as MT940. Lines have no balances, and ids of the bank. */
export function toMt940(payments: readonly InventedPayment[]): string {
  const amount = (paise: number) => decimal(paise).replace('.', ',');
  const [first, last] = [payments.at(0), payments.at(-1)];
  const opening = (first?.balancePaise ?? 0) - (first?.paise ?? 0);
  return [
    ':20:INVENTED2',
    ':25:INVB0000001/50100000001234',
    ':28C:00001/001',
    `:60F:C260801INR${amount(opening)}`,
    ...payments.flatMap(({ day: [year, month, day], narration, paise }, n) => [
      `:61:${year.slice(2)}${month}${day}${month}${day}${paise < 0 ? 'D' : 'C'}${amount(paise)}NTRFNONREF//MT${1000 + n}`,
      `:86:${narration}`,
    ]),
    `:62F:C260831INR${amount(last?.balancePaise ?? 0)}`,
    '',
  ].join('\r\n');
}

/** Writes invented payments as CAMT.053. Entries have no balances, and ids of the bank. */
export function toCamt053(payments: readonly InventedPayment[]): string {
  const entries = payments.map(
    ({ day, narration, paise }, n) =>
      `<Ntry><Amt Ccy="INR">${decimal(paise)}</Amt><CdtDbtInd>${paise < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>${day.join('-')}</Dt></BookgDt><AcctSvcrRef>CAMT${1000 + n}</AcctSvcrRef>
      <AddtlNtryInf>${narration.replace('&', '&amp;')}</AddtlNtryInf></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><Othr><Id>50100000001234</Id></Othr></Id><Ccy>INR</Ccy></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>
`;
}
