import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  CreationOptions,
  PasskeyAnswer,
  PasskeyCreation,
  RequestOptions,
} from '#contract/second-factors/schema.ts';

const [USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40];

export interface TestPasskey {
  create(options: CreationOptions, faults?: Faults): PasskeyCreation;
  answer(options: RequestOptions, faults?: Faults): PasskeyAnswer;
}

export interface Faults {
  origin?: string;
  rpId?: string;
  isUnverified?: boolean;
  signCount?: number;
  userId?: string;
}

/** Returns a passkey in software, as a browser with a device presents it. */
export function createTestPasskey(origin: string): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let owner = '';
  let count = 0;
  const parts = (type: string, challenge: string, faults: Faults, rpId = '') => ({
    clientData: Buffer.from(
      JSON.stringify({ type, challenge, origin: faults.origin ?? origin, crossOrigin: false }),
    ),
    rpIdHash: createHash('sha256')
      .update(faults.rpId ?? rpId)
      .digest(),
    flags: USER_PRESENT | (faults.isUnverified ? 0 : USER_VERIFIED),
  });
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url') };
  return {
    create({ challenge, rp, user }, faults = {}) {
      owner = user.id;
      const { clientData, rpIdHash, flags } = parts('webauthn.create', challenge, faults, rp.id);
      const credential = [Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)];
      const head = [rpIdHash, Buffer.from([flags | HAS_CREDENTIAL]), Buffer.alloc(4)];
      return {
        ...named,
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: attestation(Buffer.concat([...head, ...credential])),
        },
      };
    },
    answer({ challenge, rpId }, faults = {}) {
      count = faults.signCount ?? count + 1;
      const { clientData, rpIdHash, flags } = parts('webauthn.get', challenge, faults, rpId);
      const counter = Buffer.alloc(4);
      counter.writeUInt32BE(count);
      const authenticatorData = Buffer.concat([rpIdHash, Buffer.from([flags]), counter]);
      const signed = [authenticatorData, createHash('sha256').update(clientData).digest()];
      const userHandle = faults.userId ? Buffer.from(faults.userId).toString('base64url') : owner;
      return {
        ...named,
        type: 'public-key',
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', Buffer.concat(signed), privateKey).toString('base64url'),
          userHandle,
        },
      };
    },
  };
}

/** COSE key in CBOR: EC2, ES256, P-256, x and y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (name: number, value: string) => [
    Buffer.from([name, 0x58, 32]),
    Buffer.from(value, 'base64url'),
  ];
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([head, ...coordinate(0x21, x), ...coordinate(0x22, y)]);
}

/** Attestation object in CBOR, without a statement. */
function attestation(authenticatorData: Buffer): string {
  const text = (value: string) => Buffer.from([0x60 + value.length, ...Buffer.from(value)]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(authenticatorData.length);
  return Buffer.concat([
    ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
    ...[text('authData'), Buffer.from([0x59]), length, authenticatorData],
  ]).toString('base64url');
}
