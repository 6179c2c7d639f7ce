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
  key: toPem(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7u36J1HwYQj3HJNEYf0sWYuoi1vio6SZ2ccqTWP4EkihRANCAAQJFPM2wkLnTPx/qjAmgUScdjw/1FjlMlfKm9FVmeVvIqshizZiI63FZ9jILPl22lgkNVBpNBlFDoKSzCVaSR+b',
  ),
};

/** Another one of 127.0.0.1, which takes its place. */
export const renewedCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBvjCCAWSgAwIBAgIUAmmKmXDOtRyMwOu5MaeNenW7Q+wwCgYIKoZIzj0EAwIw
KzEpMCcGA1UEAwwgUmVuZXdlZCBjZXJ0aWZpY2F0ZSBvZiB0aGUgdGVzdHMwIBcN
MjYxMTI3MTIyMjU5WhgPMjExOTEyMzAxMjIyNTlaMCsxKTAnBgNVBAMMIFJlbmV3
ZWQgY2VydGlmaWNhdGUgb2YgdGhlIHRlc3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEuXOAjtZ24ha3DR5IifNGCTqzjqKj1KT3wtUUTSmCOdzWO7/CVkd9NOKK
vV1Uc8JQR80MHNpRpUti3J1bSD6UH6NkMGIwHQYDVR0OBBYEFCgzHoVaHQ10Hssb
/i4oUkBXF3NcMB8GA1UdIwQYMBaAFCgzHoVaHQ10Hssb/i4oUkBXF3NcMA8GA1Ud
EwEB/wQFMAMBAf8wDwYDVR0RBAgwBocEfwAAATAKBggqhkjOPQQDAgNIADBFAiEA
wWAhSd/jJe7kPBE8DeTaZshDUUmPyKLKmL1luZs/HUwCIG2meYT9GeWg6r77Ul4t
mNS+wKuTDACvtm50JSGGiKhD
-----END CERTIFICATE-----
`,
  key: toPem(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZeruGBmjhRXH6xQax4EnP2dRcPNDxz6eQSxGaKGPnYahRANCAAS5c4CO1nbiFrcNHkiJ80YJOrOOoqPUpPfC1RRNKYI53NY7v8JWR3004oq9XVRzwlBHzQwc2lGlS2LcnVtIPpQf',
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
  key: toPem(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgumWgoZL8wsDTHOaSl1QGs0C2rw1VYhCsYhw6ybEUx5GhRANCAATKCvFCp1JRFxyD4DDu5uCfuNl9ULFdHx09LpHaxpWqj6XXy3VAtOW8XPWhv+UY70xgCyYJAtWD0eg1/NeoZreU',
  ),
};

/** `key` is an unencrypted private key: base64 of its DER. As PEM it would look like a leaked one. */
function toPem(key: string): string {
  const der = Buffer.from(key, 'base64');
  const read = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return read.export({ format: 'pem', type: 'pkcs8' }).toString();
}
