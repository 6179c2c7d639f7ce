import { describe, expect, it } from 'vitest';
import { type AccountForm, accountProblems, emptyAccountForm, toAccountInput } from './model.ts';

function buildForm(fields: Partial<AccountForm> = {}): AccountForm {
  return {
    ...emptyAccountForm(false),
    accountName: 'Asha Rao',
    accountNumber: '001234567890',
    bankName: 'State Bank of India',
    ...fields,
  };
}

describe('account form', () => {
  it('accepts an account without an IFSC', () => {
    expect(accountProblems(buildForm())).toEqual({});
  });

  it('requires five characters in an account number, ignoring surrounding spaces', () => {
    expect(accountProblems(buildForm({ accountNumber: ' 1234 ' })).accountNumber).toBe(
      'ACCOUNT_NUMBER_TOO_SHORT',
    );
    expect(accountProblems(buildForm({ accountNumber: '12345' }))).toEqual({});
  });

  it('rejects names of only spaces', () => {
    expect(accountProblems(buildForm({ accountName: '  ', bankName: ' ' }))).toEqual({
      accountName: 'ACCOUNT_HOLDER_REQUIRED',
      bankName: 'BANK_NAME_REQUIRED',
    });
  });

  it('accepts an IFSC in any case and rejects a malformed one', () => {
    expect(accountProblems(buildForm({ ifscCode: 'sbin0001234' }))).toEqual({});
    expect(accountProblems(buildForm({ ifscCode: 'SBIN1001234' })).ifscCode).toBe('INVALID_IFSC');
  });

  it('makes the first account the default', () => {
    expect(emptyAccountForm(true).isDefault).toBe(true);
    expect(emptyAccountForm(false).isDefault).toBe(false);
  });

  it('sends trimmed fields without the account type and without an empty IFSC', () => {
    expect(toAccountInput(buildForm({ accountName: ' Asha Rao ', ifscCode: ' ' }))).toEqual({
      accountName: 'Asha Rao',
      accountNumber: '001234567890',
      bankName: 'State Bank of India',
      ifscCode: undefined,
      isDefault: false,
    });
  });
});
