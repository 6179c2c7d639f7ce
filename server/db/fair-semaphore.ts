import { DatabaseOutage } from '../base/outages.ts';

interface Waiting {
  person: string;
  begin(): void;
}

/**
 * Concurrency limiter that keeps commands waiting for locks from holding all connections. It limits running commands in
 * total and per user, so that a wallet locked for long delays only its owner.
 */
export class FairSemaphore {
  readonly #limits: { total: number; perPerson: number; waitMs: number };
  readonly #running = new Map<string, number>();
  #total = 0;
  #waiting: Waiting[] = [];

  constructor(limits: { total: number; perPerson: number; waitMs: number }) {
    this.#limits = limits;
  }

  /** Runs `work` once a slot is free. Throws DatabaseOutage if none becomes free in time. */
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
