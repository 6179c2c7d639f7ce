import { type Paise, toPaise } from '../shared/money.ts';

export const MIN_WITHDRAWAL: Paise = toPaise(1000);
