import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Code, Email, Password, StrictEmail, TypedCode } from "../../schemas/fields.ts"
import { addressFault, typedCode } from "../../schemas/typed.ts"

const encoded = (schema: Schema.Codec<any, any>, value: unknown) => Schema.encodeUnknownResult(schema)(value)

describe("typedCode", () => {
  for (
    const [typed, code] of [
      ["123-456", "123456"],
      ["123\u2013456", "123456"],
      ["123\u2212456", "123\u2212456"],
      ["123 456\u00A0", "123456"],
      ["\u200B123456\u2060", "123456"],
      ["\uFEFF12\u00AD34\u200F56", "123456"],
      ["١٢٣٤٥٦", "123456"],
      ["۰۱۲۳۴۵", "012345"],
      ["१२३-४५६", "123456"],
      ["１２３４５６", "123456"],
      ["𝟏𝟐𝟑𝟒𝟓𝟔", "123456"],
      ["ab-C 1９z", "abC19z"],
      ["", ""]
    ] as const
  ) {
    it(`typedCode normalizes ${JSON.stringify(typed)} to ${JSON.stringify(code)}`, () => {
      assert.strictEqual(typedCode(typed), code)
    })
  }

  it("typedCode converts the ten digits of every Unicode script to ASCII", () => {
    const digits = Array.from({ length: 0x110000 }, (_, at) => at)
      .filter((at) => at < 0xD800 || at > 0xDFFF)
      .map((at) => String.fromCodePoint(at))
      .filter((character) => /\p{Nd}/u.test(character))

    // in Unicode, the ten digits of a script follow each other, from 0 to 9
    for (let at = 0; at < digits.length; at += 10) {
      assert.strictEqual(typedCode(digits.slice(at, at + 10).join("")), "0123456789")
    }
  })
})

describe("addressFault", () => {
  for (const text of ["new@example.com", "  new@example.com\n", "\u00A0new@example.com", "جديد@example.com"]) {
    it(`addressFault accepts ${JSON.stringify(text)}`, () => {
      assert.isUndefined(addressFault(text))
      assert.deepStrictEqual(encoded(Email, text), Result.succeed(text.trim()))
    })
  }

  for (
    const text of [
      "\u200Bnew@example.com",
      "new@exam\u00ADple.com",
      "new@example.com\u2060",
      "ne\u0000w@example.com",
      "\u202Enew@example.com",
      "ne\u3164w@example.com",
      "\u200B"
    ]
  ) {
    it(`addressFault detects the invisible character in ${JSON.stringify(text)}`, () => {
      assert.strictEqual(addressFault(text), "invisible")
      for (const schema of [Email, StrictEmail]) {
        const refused = encoded(schema, text)
        assert.isTrue(Result.isFailure(refused) && String(refused.failure).includes("without invisible characters"))
      }
    })
  }

  for (const text of ["", "new", "a@b@c", "new @example.com"]) {
    it(`addressFault rejects ${JSON.stringify(text)} as an invalid address`, () => {
      assert.strictEqual(addressFault(text), "email")
    })
  }
})

describe("a request", () => {
  it("spaces, dashes and invisible characters are removed from a typed code before it is sent", () => {
    const code = "c".repeat(45)

    assert.deepStrictEqual(
      encoded(Code, Redacted.make(` ${code.slice(0, 6)}-${code.slice(6)}\u200B`)),
      Result.succeed(code)
    )
    assert.deepStrictEqual(encoded(TypedCode, Redacted.make("١٢٣-٤٥٦")), Result.succeed("123456"))
  })

  it("a request with a secret that isn't text is rejected", () => {
    for (const schema of [Code, TypedCode, Password]) {
      assert.isTrue(Result.isFailure(encoded(schema, Redacted.make(5))))
    }
  })

  it("a request contains the password exactly as typed", () => {
    for (const password of [" pass-word\u200B", "١٢٣４５６", "e\u0301-\u00AD "]) {
      assert.deepStrictEqual(encoded(Password, Redacted.make(password)), Result.succeed(password))
    }
  })
})
