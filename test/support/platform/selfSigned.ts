/** A self-signed certificate for servers on loopback, valid for a hundred years. */

/**
 * Generated with `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj
 * /CN=localhost`.
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0wls+nVsR1d/xEpS
bDGfH+2ghrchZdFcG6UFsXs/UmKhRANCAASTHeicJ5xRo8RO/c3zi8UR44ZEl4Ll
TFb6DS7LiCIBYUT8elwMuk2ssqHGXWJR+QJi4o4oHKFjK3a0IfjN2f5a
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUVdeeuUzjwU836WvWdi2t7Byu9ZQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzEwNTY1M1oYDzIxMjYxMDMw
MTA1NjUzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASTHeicJ5xRo8RO/c3zi8UR44ZEl4LlTFb6DS7LiCIBYUT8elwMuk2s
sqHGXWJR+QJi4o4oHKFjK3a0IfjN2f5ao1MwUTAdBgNVHQ4EFgQUocw5TjstcTQs
l1T7NQ3Fi3FK/BYwHwYDVR0jBBgwFoAUocw5TjstcTQsl1T7NQ3Fi3FK/BYwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAym+44y3Xw3ySanw49sTY
R/DvjGiyxqq0KPLwwtIZ/lwCIAo1xKbFckXnbVQr1/YcsXaRRiB71mBjI2Rcvppq
P45D
-----END CERTIFICATE-----
`
}
