import { screen, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { MAX_DOCUMENTS } from '#contract/verifications/rules.ts';
import { PATIENCE } from './application.ts';
import {
  ADMIN,
  type ApiUser,
  buildImage,
  buildImageFile,
  DEMO,
  NEWCOMER,
  signInToApi,
} from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

const PAN = 'ABCPK1234F';

testScreens('documents of a user', async (user, application) => {
  const { server } = application;
  const { api, upload } = await signInToApi(server, DEMO);
  application.fail(/verifications\/current/);
  await application.open(DEMO, '/user/profile');
  await user.waitUntil('Failed to load your documents');
  application.restore();
  await user.pressButton('Retry');
  await user.pressButton('Add a document');
  await addPan(user);
  await user.waitUntil('Number ending in 234F');
  application.refuse(/removeDocument$/, 'DOCUMENT_NOT_FOUND');
  await user.pressButton('Delete');
  await user.waitUntil('This document no longer exists. Please reload the page.');
  application.restore();
  await user.pressButton('Delete');
  await user.hasCount('button', 'Send for verification', 0);
  for (let sent = 0; sent < MAX_DOCUMENTS; sent += 1) await addDocument(upload);
  await user.hasCount('link', 'Proof of address', MAX_DOCUMENTS);
  await user.hasCount('button', 'Add a document', 0);
  await user.isAccessible();
  application.refuse(/submit$/, 'TOO_MANY_VERIFICATIONS');
  await user.pressButton('Send for verification');
  await user.waitUntil('You can ask for a verification up to');
  application.restore();
  await user.pressButton('Send for verification');
  await user.waitUntil('Your documents are being checked. You will be notified.');
  await user.hasCount('button', 'Delete', 0);
  await user.isAccessible();
  await user.pressButton('Take back the request');
  const dialog = await user.dialog('Take back the request');
  within(dialog).getByRole('button', { name: 'Take back the request' }).click();
  await user.find('button', 'Add a document');
  expect(await api.verifications.current()).toMatchObject({
    documents: [],
    request: { state: 'withdrawn' },
  });
});

/** Enters a wrong number without an image, then the right one with an image the server first refuses. */
async function addPan(user: SpecChecker): Promise<void> {
  const { application } = user;
  await user.dialog('Add a document');
  await user.fillIn({ 'Number on the document (optional)': 'ABCDE1234F' }, 'Upload');
  await user.waitUntil('Please check the PAN: 5 letters, 4 digits and 1 letter.');
  await user.waitUntil('Please choose an image of the document.');
  await user.isAccessible();
  await user.fill('Number on the document (optional)', PAN);
  await user.chooseFile('Image', await buildImageFile());
  application.refuse(/files\/documents$/, 'TOO_MANY_DOCUMENTS_TODAY');
  await user.pressButton('Upload');
  await user.waitUntil('documents a day. Please try again tomorrow.');
  application.restore();
  await user.pressButton('Upload');
  await user.hasCount('dialog', 'Add a document', 0);
}

async function addDocument(upload: ApiUser['upload']): Promise<void> {
  await upload('/files/documents', { kind: 'address' }, await buildImage());
}

testScreens('verification requests', async (admin, application) => {
  const { server } = application;
  const chief = await signInToApi(server, ADMIN);
  await chief.api.users.create(NEWCOMER);
  application.fail(/verifications\/list/);
  await application.open(ADMIN, '/admin/verifications');
  await admin.hasTextCount('Failed to load verifications', 2);
  application.restore();
  await application.load('/admin/verifications');
  await admin.waitUntil('No documents are waiting');
  await admin.waitUntil('No history yet');
  for (const account of [DEMO, NEWCOMER]) {
    const { api, upload } = await signInToApi(server, account);
    await upload('/files/documents', { kind: 'pan', number: PAN }, await buildImage());
    await addDocument(upload);
    await api.verifications.submit({ level: 'basic' });
  }
  await admin.openFresh('/admin/verifications', 'Verifications');
  await admin.hasCount('link', /^View (?:demo|asha)$/, 2);
  await admin.isAccessible();
  await reject(admin);
  await grant(admin);
  await admin.openFresh('/admin/verifications', 'Verifications');
  const history = await screen.findByRole('table', { name: 'History' }, PATIENCE);
  const rows = () => within(history).findAllByRole('row', {}, PATIENCE);
  expect((await rows()).map(({ textContent }) => textContent).join()).toMatch(
    /asha.*Full.*Approved.*demo.*Basic.*Rejected/,
  );
  await admin.waitUntil('No documents are waiting');
  await application.open(DEMO, '/user/profile');
  await admin.waitUntil('Your documents were not accepted');
  await admin.waitUntil('Reason: The card is blurred');
  await application.open(NEWCOMER, '/user/profile');
  await admin.contains(['region', 'Verification'], 'Full');
  await admin.hasCount('region', 'Verify your account', 0);
});

async function reject(admin: SpecChecker): Promise<void> {
  await admin.press('link', 'View demo');
  await admin.find('heading', 'Verification', { level: 1 });
  const image = await admin.find('link', 'PAN card');
  expect(image.getAttribute('href')).toMatch(/^\/files\/documents\//);
  await admin.find('link', 'Proof of address');
  await admin.waitUntil('Number ending in 234F');
  await admin.isAccessible();
  await admin.pressButton('Reject');
  await admin.dialog('Reject');
  await admin.pressButton('Reject');
  await admin.waitUntil('Please enter a reason for the verification level.');
  await admin.fillIn({ Reason: 'The card is blurred' }, 'Reject');
  await admin.contains(['region', 'demo'], 'Rejected', 'The card is blurred', 'admin');
  await admin.pressButton('Delete the documents');
  const dialog = await admin.dialog('Delete the documents');
  within(dialog).getByRole('button', { name: 'Delete the documents' }).click();
  await admin.hasTextCount('The image was deleted.', 2);
  await admin.hasCount('button', 'Delete the documents', 0);
  await admin.waitUntil('Number ending in 234F');
}

async function grant(admin: SpecChecker): Promise<void> {
  const { application } = admin;
  await admin.openFresh('/admin/verifications', 'Verifications');
  await admin.press('link', 'View asha');
  await admin.pressButton('Grant level');
  await admin.dialog('Grant level');
  await admin.isAccessible();
  await admin.openList('Verification level');
  await admin.press('option', 'Full');
  application.refuse(/verifications\/decide$/, 'VERIFICATION_DECIDED');
  await admin.pressButton('Grant level');
  await admin.waitUntil('This verification request has already been decided. Nothing was changed.');
  application.restore();
  await admin.pressButton('Grant level');
  await admin.contains(['region', 'asha'], 'Approved', 'Documents checked');
  await admin.hasCount('button', 'Grant level', 0);
  await admin.isAccessible();
}
