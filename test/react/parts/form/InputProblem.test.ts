import { assert, describe, it } from "@effect/vitest"
import {
  validateCode,
  validateEmailAddress,
  validatePassword,
  validateRepeat,
  validateRequired
} from "../../../../react/parts/index.ts"

describe("input validation before sending", () => {
  it.each([
    ["an empty field", validateRequired("name", ""), "required"],
    ["only spaces", validateRequired("name", " \t"), "required"],
    ["a name", validateRequired("name", " Ada "), undefined],
    ["a blank address", validateEmailAddress("email", " "), "required"],
    ["an address without a domain", validateEmailAddress("email", "ada"), "email"],
    ["two addresses", validateEmailAddress("email", "ada@example.com, bob@example.com"), "email"],
    ["an address with surrounding spaces", validateEmailAddress("email", " ada@example.com "), undefined],
    ["an address with a host name as its domain", validateEmailAddress("email", "ada@intranet"), undefined],
    ["a password of seven characters", validatePassword("password", "1234567"), "tooShort"],
    ["a password of eight spaces", validatePassword("password", "        "), "required"],
    ["a password of eight characters", validatePassword("password", "12345678"), undefined],
    ["a missing repetition of a password", validateRepeat("again", "", "12345678"), "required"],
    ["a different repetition of a password", validateRepeat("again", "12345679", "12345678"), "mismatch"],
    ["the same repetition of a password", validateRepeat("again", "12345678", "12345678"), undefined],
    ["five of six digits", validateCode("totp", "12345", 6), "code"],
    ["seven instead of six digits", validateCode("totp", "1234567", 6), "code"],
    ["six digits grouped with spaces", validateCode("totp", " 123 456 ", 6), undefined]
  ])("form validation reports the expected problem for %s", (_, problem, fault) => {
    assert.strictEqual(problem?.fault, fault)
  })

  it("an input problem names the field, and its message explains what to enter", () => {
    const problem = validateRepeat("again", "a", "b")!

    assert.strictEqual(problem.field, "again")
    assert.strictEqual(problem.message, "The two entries don't match. Type the same text in both.")
  })
})
