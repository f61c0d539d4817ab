import { assert, describe, it } from "@effect/vitest"
import {
  validateCode,
  validateEmailAddress,
  validatePassword,
  validateRepeat,
  validateRequired
} from "../../../../react/parts/index.ts"

describe("what forms find wrong before anything is sent", () => {
  it.each([
    ["an empty field", validateRequired("name", ""), "required"],
    ["blanks alone", validateRequired("name", " \t"), "required"],
    ["a name", validateRequired("name", " Ada "), undefined],
    ["no address", validateEmailAddress("email", " "), "required"],
    ["an address without a domain", validateEmailAddress("email", "ada"), "email"],
    ["two addresses", validateEmailAddress("email", "ada@example.com, bob@example.com"), "email"],
    ["an address with blanks around", validateEmailAddress("email", " ada@example.com "), undefined],
    ["an address of a machine on the network", validateEmailAddress("email", "ada@intranet"), undefined],
    ["a password of seven characters", validatePassword("password", "1234567"), "tooShort"],
    ["a password of eight blanks, which is no password", validatePassword("password", "        "), "required"],
    ["a password of eight characters", validatePassword("password", "12345678"), undefined],
    ["a password not typed again", validateRepeat("again", "", "12345678"), "required"],
    ["another one typed again", validateRepeat("again", "12345679", "12345678"), "mismatch"],
    ["the same one typed again", validateRepeat("again", "12345678", "12345678"), undefined],
    ["five digits of six", validateCode("totp", "12345", 6), "code"],
    ["seven digits of six", validateCode("totp", "1234567", 6), "code"],
    ["six digits as apps group them", validateCode("totp", " 123 456 ", 6), undefined]
  ])("%s", (_, problem, fault) => {
    assert.strictEqual(problem?.fault, fault)
  })

  it("an input problem names the field, and its message explains what to enter", () => {
    const problem = validateRepeat("again", "a", "b")!

    assert.strictEqual(problem.field, "again")
    assert.strictEqual(problem.message, "The two entries don't match. Type the same text in both.")
  })
})
