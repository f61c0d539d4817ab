import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as base32 from "../../../../src/flows/totp/base32.ts"
import { keyUri } from "../../../../src/flows/totp/keyUri.ts"

describe("keyUri", () => {
  it("keyUri with all parameters returns the example URI of the Key Uri Format specification", () => {
    assert.strictEqual(
      keyUri("ACME Co", "john.doe@email.com", "HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ"),
      "otpauth://totp/ACME%20Co:john.doe%40email.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ"
        + "&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30"
    )
  })

  it("keyUri omits an issuer without a name", () => {
    assert.strictEqual(
      keyUri("", "ann", "JBSWY3DP"),
      "otpauth://totp/ann?secret=JBSWY3DP&algorithm=SHA1&digits=6&period=30"
    )
  })

  it.prop(
    "keyUri contains exactly one colon, between issuer and account, for any names",
    [Schema.String, Schema.String],
    ([by, of]) => {
      const uri = new URL(keyUri(by, of, "JBSWY3DP"))
      const label = decodeURIComponent(uri.pathname)
      return label.split(":").length <= 2 && uri.searchParams.get("secret") === "JBSWY3DP"
        && uri.searchParams.getAll("issuer").length <= 1
    }
  )
})

describe("base32", () => {
  // RFC 4648 §10
  for (
    const [text, encoded] of [["f", "MY"], ["fo", "MZXQ"], ["foo", "MZXW6"], ["foob", "MZXW6YQ"], ["fooba", "MZXW6YTB"]]
  ) {
    it(`base32 encodes ${text} as ${encoded}`, () => {
      const bytes = new TextEncoder().encode(text)

      assert.strictEqual(base32.encode(bytes), encoded)
      assert.deepStrictEqual([...base32.decode(`${encoded}==`)!], [...bytes])
    })
  }
})
