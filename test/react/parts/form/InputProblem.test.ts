import { assert, describe, it } from "@effect/vitest"
import { code, emailAddress, repeated, required, tooShort } from "../../../../react/parts/index.ts"

describe("what forms find wrong before anything is sent", () => {
  it.each([
    ["an empty field", required("name", ""), "required"],
    ["blanks alone", required("name", " \t"), "required"],
    ["a name", required("name", " Ada "), undefined],
    ["no address", emailAddress("email", " "), "required"],
    ["an address without a domain", emailAddress("email", "ada"), "email"],
    ["two addresses", emailAddress("email", "ada@example.com, bob@example.com"), "email"],
    ["an address with blanks around", emailAddress("email", " ada@example.com "), undefined],
    ["an address of a machine on the network", emailAddress("email", "ada@intranet"), undefined],
    ["a password of seven characters", tooShort("password", "1234567"), "tooShort"],
    ["a password of eight blanks, which is no password", tooShort("password", "        "), "required"],
    ["a password of eight characters", tooShort("password", "12345678"), undefined],
    ["a password not typed again", repeated("again", "", "12345678"), "required"],
    ["another one typed again", repeated("again", "12345679", "12345678"), "mismatch"],
    ["the same one typed again", repeated("again", "12345678", "12345678"), undefined],
    ["five digits of six", code("totp", "12345", 6), "code"],
    ["seven digits of six", code("totp", "1234567", 6), "code"],
    ["six digits as apps group them", code("totp", " 123 456 ", 6), undefined]
  ])("%s", (_, problem, fault) => {
    assert.strictEqual(problem?.fault, fault)
  })

  it("name the field, and say in their message what to type instead", () => {
    const problem = repeated("again", "a", "b")!

    assert.strictEqual(problem.field, "again")
    assert.strictEqual(problem.message, "The two entries don't match. Type the same text in both.")
  })
})
