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
  key: keyOf(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7u36J1HwYQj3HJNEYf0sWYuoi1vio6SZ2ccqTWP4EkihRANCAAQJFPM2wkLnTPx/qjAmgUScdjw/1FjlMlfKm9FVmeVvIqshizZiI63FZ9jILPl22lgkNVBpNBlFDoKSzCVaSR+b',
  ),
};

/** A certificate of a client named `wallet`, signed by `mailCertificate`, and valid until 2119. Only for tests. */
export const clientCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBnzCCAUagAwIBAgIBAjAKBggqhkjOPQQDAjAjMSEwHwYDVQQDDBhNYWlsIHNl
cnZlciBvZiB0aGUgdGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTEyMDgwMDAw
MDBaMBExDzANBgNVBAMMBndhbGxldDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA
BMoK8UKnUlEXHIPgMO7m4J+42X1QsV0fHT0ukdrGlaqPpdfLdUC05bxc9aG/5Rjv
TGALJgkC1YPR6DX816hmt5SjezB5MAwGA1UdEwEB/wQCMAAwEwYDVR0lBAwwCgYI
KwYBBQUHAwIwHQYDVR0OBBYEFL2NNFaP8zzSDHAY/m5ccVD4/9jKMDUGA1UdIwQu
MCyhJ6QlMCMxITAfBgNVBAMMGE1haWwgc2VydmVyIG9mIHRoZSB0ZXN0c4IBATAK
BggqhkjOPQQDAgNHADBEAiBRbRzqHo/7fQqvCHPNkrLXm0HDpyLfABJown1Z0Nqf
3QIgWyCjvw8Mvce9Tbe9HcH/b7K+RAoeyre3n4edEvG3wYo=
-----END CERTIFICATE-----
`,
  key: keyOf(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgumWgoZL8wsDTHOaSl1QGs0C2rw1VYhCsYhw6ybEUx5GhRANCAATKCvFCp1JRFxyD4DDu5uCfuNl9ULFdHx09LpHaxpWqj6XXy3VAtOW8XPWhv+UY70xgCyYJAtWD0eg1/NeoZreU',
  ),
};

/** Keys are not in PEM here, which searches for leaked keys find. */
function keyOf(der: string): string {
  const key = createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' });
  return String(key.export({ format: 'pem', type: 'pkcs8' }));
}
