import { screen } from '@testing-library/dom';
import { expect } from 'vitest';
import { createUser } from '#server/features/users/seed/service.ts';
import { PATIENCE } from './application.ts';
import { ADMIN, NEWCOMER, signInToApi } from './fixtures.ts';
import { testScreens } from './test-screens.ts';

const MAKER = { username: 'second', password: 'second-of-e2e' };

testScreens('second approvals', async (admin, application) => {
  const { server } = application;
  const chief = await signInToApi(server, ADMIN);
  const rule = { kind: 'adjustment', thresholdPaise: 1_000_000, approvals: 1 } as const;
  await chief.api.approvals.saveRule({ ...rule, isActive: true });
  await createUser(server.deps, { ...MAKER, role: 'admin' });
  const maker = await signInToApi(server, MAKER);
  const person = await chief.api.users.create(NEWCOMER);
  const adjustment = maker.api.users.adjustBalance({
    ...{ userId: person.id, newBalance: '20000', shownBalancePaise: 0 },
    ...{ reason: 'Refund of a payment', requestKey: crypto.randomUUID() },
  });
  await expect(adjustment).rejects.toMatchObject({ code: 'SECOND_APPROVAL_REQUIRED' });
  await application.open(ADMIN, '/admin/approvals');
  await admin.pressButton('View: Balance adjusted');
  await screen.findByText('Refund of a payment', {}, PATIENCE);
  await admin.pressButton('Confirm');
  await screen.findAllByText('Confirmed', {}, PATIENCE);
  await screen.findByText('Nothing is waiting for a second approval', {}, PATIENCE);
  const { balancePaise } = await chief.api.users.get({ userId: person.id });
  expect(balancePaise).toBe(2_000_000);
});
