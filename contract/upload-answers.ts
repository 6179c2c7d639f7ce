import type { UploadAnswer } from './upload-schemas.ts';
import type { UploadName } from './uploads.ts';

type DateFields<Answer> = {
  [Field in keyof Answer]: Answer[Field] extends Date ? Field : never;
}[keyof Answer];

/** The fields of each response that are dates. A field that is missing here, or is no date, does not compile. */
const dateFields: { [Name in UploadName]: Record<DateFields<UploadAnswer<Name>>, true> } = {
  requestDeposit: { createdAt: true, updatedAt: true },
  changeAvatar: {},
  createQrCode: { createdAt: true },
  replaceQrCode: { createdAt: true },
  createBanner: { createdAt: true },
  updateBanner: { createdAt: true },
};

/**
 * Returns the response of an upload as the contract types it. JSON has no dates: the fields that the contract
 * declares as dates are converted, and all text that people typed stays text. Works without the schemas, which
 * the browser does not load.
 */
export function readUploadAnswer<Name extends UploadName>(
  name: Name,
  json: object,
): UploadAnswer<Name> {
  const dates = Object.keys(dateFields[name]).map((field) => {
    const sent: unknown = Reflect.get(json, field);
    return [field, typeof sent === 'string' ? new Date(sent) : sent];
  });
  return { ...json, ...Object.fromEntries(dates) } as UploadAnswer<Name>; // as the contract says
}
