import { DatabaseOutage } from './outages.ts';

interface Waiting {
  person: string;
  begin(): void;
}

/**
 * Takes care that commands waiting for locks never hold all connections: only so many run at once, and of
 * one person fewer still. A wallet that is locked for long then keeps its owner waiting, and no one else.
 */
export class Turns {
  readonly #limits: { total: number; perPerson: number; waitMs: number };
  readonly #running = new Map<string, number>();
  #total = 0;
  #waiting: Waiting[] = [];

  constructor(limits: { total: number; perPerson: number; waitMs: number }) {
    this.#limits = limits;
  }

  /** Runs `work` when it is its turn. Throws DatabaseOutage when that does not come in time. */
  async run<Result>(person: string, work: () => Promise<Result>): Promise<Result> {
    if (!this.#take(person)) await this.#wait(person);
    try {
      return await work();
    } finally {
      this.#end(person);
    }
  }

  #take(person: string): boolean {
    const running = this.#running.get(person) ?? 0;
    if (this.#total >= this.#limits.total || running >= this.#limits.perPerson) return false;
    this.#total += 1;
    this.#running.set(person, running + 1);
    return true;
  }

  #wait(person: string): Promise<void> {
    return new Promise((begin, refuse) => {
      const waiting: Waiting = {
        person,
        begin() {
          clearTimeout(timer);
          begin();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        refuse(new DatabaseOutage('too many commands wait'));
      }, this.#limits.waitMs);
      this.#waiting.push(waiting);
    });
  }

  #end(person: string): void {
    const running = this.#running.get(person) ?? 0;
    if (running > 1) this.#running.set(person, running - 1);
    else this.#running.delete(person);
    this.#total -= 1;
    const next = this.#waiting.findIndex((one) => this.#take(one.person));
    if (next >= 0) this.#waiting.splice(next, 1)[0]?.begin();
  }
}
