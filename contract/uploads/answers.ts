import type { UploadName } from './routes.ts';
import type { UploadAnswer } from './schema.ts';

type DateFields<Answer> = {
  [Field in keyof Answer]: Extract<Answer[Field], Date> extends never ? never : Field;
}[keyof Answer];

/** Date fields of each response. A missing or wrong field fails to compile. */
const dateFields: { [Name in UploadName]: Record<DateFields<UploadAnswer<Name>>, true> } = {
  requestDeposit: { createdAt: true, updatedAt: true },
  requestDepositFor: { createdAt: true, updatedAt: true },
  replaceReceipt: { createdAt: true, updatedAt: true, decidedAt: true, receiptReplacedAt: true },
  changeAvatar: {},
  addDocument: { createdAt: true },
  createQrCode: { createdAt: true },
  replaceQrCode: { createdAt: true },
  createBanner: { createdAt: true },
  updateBanner: { createdAt: true },
  setBrandImage: {},
  importStatement: {},
};

/** Does not use the zod schemas, because the browser does not load them. */
export function readUploadAnswer<Name extends UploadName>(
  name: Name,
  json: object,
): UploadAnswer<Name> {
  const dates = Object.keys(dateFields[name]).map((field) => {
    const sent: unknown = Reflect.get(json, field);
    return [field, typeof sent === 'string' ? new Date(sent) : sent];
  });
  return { ...json, ...Object.fromEntries(dates) } as UploadAnswer<Name>; // cast: the contract defines the response
}
