import { type Paise, toPaise } from '../shared/money.ts';

export const MIN_DEPOSIT: Paise = toPaise(100);
