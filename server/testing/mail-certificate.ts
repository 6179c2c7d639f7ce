import { createPrivateKey } from 'node:crypto';

/** A certificate of 127.0.0.1 and 0.0.0.0, signed by itself, and valid until 2120. Only for tests. */
export const mailCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBYjCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAjMSEwHwYDVQQDDBhNYWlsIHNl
cnZlciBvZiB0aGUgdGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAw
MDBaMCMxITAfBgNVBAMMGE1haWwgc2VydmVyIG9mIHRoZSB0ZXN0czBZMBMGByqG
SM49AgEGCCqGSM49AwEHA0IABAkU8zbCQudM/H+qMCaBRJx2PD/UWOUyV8qb0VWZ
5W8iqyGLNmIjrcVn2Mgs+XbaWCQ1UGk0GUUOgpLMJVpJH5ujKjAoMBUGA1UdEQQO
MAyHBH8AAAGHBAAAAAAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBG
AiEAwjdCOCwx3uhRbR0uj0I1zTCdEEEJDCPS52qbx4miJHMCIQCwFugsJ2rSywzQ
BokDKeFPG2/v1+4VtvbBKIn3SBu6ng==
-----END CERTIFICATE-----
`,
  key: createPrivateKey({
    key: Buffer.from(
      'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7u36J1HwYQj3HJNEYf0sWYuoi1vio6SZ2ccqTWP4EkihRANCAAQJFPM2wkLnTPx/qjAmgUScdjw/1FjlMlfKm9FVmeVvIqshizZiI63FZ9jILPl22lgkNVBpNBlFDoKSzCVaSR+b',
      'base64',
    ),
    format: 'der',
    type: 'pkcs8',
  }).export({ format: 'pem', type: 'pkcs8' }),
};
