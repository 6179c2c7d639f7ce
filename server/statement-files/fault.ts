import type { StatementFault } from '../../contract/statements/rules.ts';

/** Thrown if a whole file cannot be read. `row` counts from 1. */
export class FileFault extends Error {
  readonly fault: StatementFault;
  readonly row: number | undefined;

  constructor(fault: StatementFault, row?: number) {
    super(row === undefined ? fault : `${fault} in row ${row}`);
    this.fault = fault;
    this.row = row;
  }
}
