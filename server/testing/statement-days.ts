import type { MatchLine, MatchRequest } from '../matching/matching.ts';
import { readReferences } from '../statement-files/references.ts';
import { createRandom } from './random.ts';

/**
 * Invented days of payments and deposit requests, with the truth about which belong together. Names, numbers and UPI
 * IDs belong to no person. Equal seeds build equal days.
 */
export interface StatementDay {
  lines: MatchLine[];
  requests: MatchRequest[];
  /** Requests that a line paid. */
  truth: Map<string, string[]>;
}

export interface DayOptions {
  seed: number;
  /** Requests that were paid. */
  paid: number;
  /** Credits that belong to no request. */
  others?: number;
  /** Share of the amounts that many payments have. */
  equalAmounts?: number;
  /** Share of the typed UTRs with a wrong digit or two swapped ones. */
  mistyped?: number;
  /** Share of users who paid two requests together. */
  merged?: number;
}

const DAY = '2026-08-04';
const NEXT_DAY = '2026-08-05';
const EQUAL_AMOUNTS = [500_00, 1000_00, 2000_00, 5000_00];
const FIRST =
  'ANANYA BALU CHITRA DEEPAK ESWARI FAROOQ GAURI HARISH ISHA JAGDISH KAVITHA LAKSHMI MANOJ NANDINI OMKAR PRIYA RAJESH SHREYA TARUN USHA VIJAY YAMUNA ZAHIR RAMESH SURESH MAHESH KIRAN ROHIT ARJUN MEENA'.split(
    ' ',
  );
const LAST =
  'REDDY SHARMA PILLAI NAIR GOWDA RAO IYER VERMA GUPTA MENON KULKARNI PATEL SINGH KUMAR DAS BHAT CHAUHAN DESAI HEGDE JOSHI'.split(
    ' ',
  );
/** As a profile may have the name, with the bank's spelling. */
const OTHER_SCRIPTS = [
  ['रमेश कुमार', 'RAMESH KUMAR'],
  ['प्रिया शर्मा', 'PRIYA SHARMA'],
  ['லட்சுமி பிள்ளை', 'LATCHUMI PILLAI'],
  ['ராஜேஷ் குமார்', 'RAJESH KUMAR'],
  ['సురేష్ రెడ్డి', 'SURESH REDDY'],
  ['ಕಾವ್ಯ ಹೆಗಡೆ', 'KAVYA HEGADE'],
  ['മീന നായർ', 'MEENA NAIR'],
] as const;
const HANDLES = ['okaxis', 'ybl', 'paytm', 'oksbi'];
const UTR_START = 621_600_000_000;

interface Payer {
  userId: string;
  /** The name in the profile and that in the statement. */
  known: string;
  printed: string;
  vpa: string;
  knownIds: string[];
}

export function buildDay(options: DayOptions): StatementDay {
  return new DayBuilder(options).build();
}

class DayBuilder {
  readonly #options: Required<DayOptions>;
  readonly #random: () => number;
  readonly #day: StatementDay = { lines: [], requests: [], truth: new Map() };
  #utr = UTR_START;
  #count = 0;

  constructor(options: DayOptions) {
    const defaults = { others: 0, equalAmounts: 0.5, mistyped: 0.08, merged: 0.02 };
    this.#options = { ...defaults, ...options };
    this.#random = createRandom(options.seed);
  }

  build(): StatementDay {
    const { paid, others, merged } = this.#options;
    const isOther = others / (others + paid);
    while (this.#day.requests.length < paid) {
      if (this.#chance(isOther)) this.#addOther();
      else if (this.#chance(merged)) this.#addMerged();
      else this.#addPaid();
    }
    while (this.#day.lines.length < paid + others) this.#addOther();
    return this.#day;
  }

  #addPaid(): void {
    const payer = this.#payer();
    const paise = this.#amount();
    const [reference, utr] = [this.#reference(), this.#nextUtr()];
    const typed = this.#chance(0.75) ? this.#type(utr) : null;
    const line = this.#line(payer, { paise, utr, note: this.#chance(0.5) ? reference : 'payment' });
    this.#pay(line, [this.#request(payer, { paise, utr: typed, reference })]);
    // The same payment is claimed twice, or a payment that was not made.
    if (typed === utr && this.#chance(0.005)) {
      this.#request(this.#payer(), { paise, utr, reference: this.#reference() });
    } else if (this.#chance(0.02)) {
      const claimed = this.#chance(0.5) ? null : String(this.#utr + 500_000_000);
      this.#request(this.#payer(), { paise, utr: claimed, reference: this.#reference() });
    }
  }

  #addMerged(): void {
    const payer = this.#payer();
    const amounts = [this.#amount(), this.#amount()];
    const utr = this.#nextUtr();
    const requests = amounts.map((paise) => {
      const typed = this.#chance(0.6) ? this.#type(utr) : null;
      return this.#request(payer, { paise, utr: typed, reference: this.#reference() });
    });
    const paise = amounts.reduce((sum, one) => sum + one, 0);
    this.#pay(this.#line(payer, { paise, utr, note: 'both' }), requests);
  }

  #addOther(): void {
    const line = this.#line(this.#payer(), {
      paise: this.#amount(),
      utr: this.#nextUtr(),
      note: 'rent',
    });
    const kind = this.#random();
    if (kind < 0.2) this.#day.lines.push({ ...line, id: this.#id('line'), paise: -line.paise });
    else if (kind < 0.22) line.isReturn = true;
  }

  #pay(line: MatchLine, requests: MatchRequest[]): void {
    this.#day.truth.set(
      line.id,
      requests.map(({ id }) => id),
    );
  }

  #line(
    { printed, vpa }: Payer,
    { paise, utr, note }: { paise: number; utr: string; note: string },
  ): MatchLine {
    const name = this.#chance(0.1) ? printed.slice(0, 12) : printed;
    const narration = this.#chance(0.5)
      ? `UPI/CR/${utr}/${name}/SBIN/${vpa}/${note}`
      : `UPI-${name}-${vpa}-SBIN0001234-${utr}-${note}`;
    const bookedOn = this.#chance(0.1) ? NEXT_DAY : DAY;
    const { utrs, ourReference, vpa: read, isReturn } = readReferences([narration], '', bookedOn);
    const line = { id: this.#id('line'), paise, bookedOn, narration, utrs, ourReference, isReturn };
    const whole: MatchLine = { ...line, vpa: read };
    this.#day.lines.push(whole);
    return whole;
  }

  #request(
    payer: Payer,
    { paise, utr, reference }: { paise: number; utr: string | null; reference: string },
  ): MatchRequest {
    const request: MatchRequest = {
      id: this.#id('request'),
      userId: payer.userId,
      paise,
      utr,
      reference,
      ...{
        status: 'pending',
        createdOn: DAY,
        isClosed: false,
        hasMoney: false,
        isProposedElsewhere: false,
      },
      payerNames: [payer.known],
      payerIds: payer.knownIds,
    };
    this.#day.requests.push(request);
    return request;
  }

  #payer(): Payer {
    const userId = this.#id('user');
    const [known, name] = this.#chance(0.1)
      ? this.#pick(OTHER_SCRIPTS)
      : Array<string>(2).fill(`${this.#pick(FIRST)} ${this.#pick(LAST)}`);
    const vpa = `${userId.replace(/\W/g, '')}.x@${this.#pick(HANDLES)}`;
    // Some pay from an account of another person.
    const printed = this.#chance(0.05) ? `${this.#pick(FIRST)} ${this.#pick(LAST)}` : (name ?? '');
    return { userId, known: known ?? '', printed, vpa, knownIds: this.#chance(0.5) ? [vpa] : [] };
  }

  /** Numbers of a minute are close to each other. */
  #nextUtr(): string {
    this.#utr += 1 + Math.floor(this.#random() * (this.#chance(0.5) ? 3 : 60));
    return String(this.#utr);
  }

  #type(utr: string): string {
    if (!this.#chance(this.#options.mistyped)) return utr;
    const digits = [...utr];
    const [one, other] = [this.#below(digits.length), this.#below(digits.length)];
    if (this.#chance(0.5)) {
      [digits[one], digits[other]] = [digits[other] ?? '', digits[one] ?? ''];
    } else digits[one] = String((Number(digits[one]) + 1 + this.#below(9)) % 10);
    return digits.join('');
  }

  #amount(): number {
    if (this.#chance(this.#options.equalAmounts)) return this.#pick(EQUAL_AMOUNTS);
    return 100_00 + this.#below(50_000) * 100;
  }

  #reference(): string {
    this.#count += 1;
    return `DEP-${String(1_785_900_000_000 + this.#count * 37)}`;
  }

  #id(kind: string): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }

  readonly #chance = (share: number) => this.#random() < share;
  readonly #below = (n: number) => Math.floor(this.#random() * n);
  readonly #pick = <T>(list: readonly T[]): T => list[this.#below(list.length)] as T;
}
