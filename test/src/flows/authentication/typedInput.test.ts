/** Input that users type is normalized, or rejected before a request is sent. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { contactChannels, currentUser } from "../../../../src/flows/account/index.ts"
import { password, signIn, signUp } from "../../../../src/flows/authentication/index.ts"
import { teamInvitations } from "../../../../src/flows/teams/index.ts"
import * as serverChannels from "../../../../src/server/contactChannels.ts"
import * as serverUsers from "../../../../src/server/users.ts"
import { otherId, teamId, userId } from "../../../support/contract/wireEntities.ts"
import { conversation, nothing } from "../../../support/platform/conversation.ts"
import { knownError } from "../../../support/platform/scriptedTransport.ts"

const callbackUrl = "https://app.example.com/handler/callback"

/** Flows that accept an address, with the field name that their errors contain. */
const flows: ReadonlyArray<
  readonly [
    name: string,
    level: "client" | "server",
    field: string,
    (email: string) => Effect.Effect<unknown, any, any>
  ]
> = [
  ["signIn.withPassword", "client", "email", (email) => signIn.withPassword({ email, password: "correct horse" })],
  ["signIn.sendCode", "client", "email", (email) => signIn.sendCode({ email, callbackUrl })],
  [
    "signUp.withPassword",
    "client",
    "email",
    (email) => signUp.withPassword({ email, password: "correct horse", verificationCallbackUrl: null })
  ],
  ["password.sendResetCode", "client", "email", (email) => password.sendResetCode({ email, callbackUrl })],
  ["contactChannels.add", "client", "value", (value) => contactChannels.add({ value })],
  [
    "contactChannels.changeValue",
    "client",
    "value",
    (value) => contactChannels.changeValue({ contactChannelId: otherId, value })
  ],
  [
    "contactChannels.changePrimary",
    "client",
    "value",
    (value) => contactChannels.changePrimary({ value, callbackUrl })
  ],
  ["currentUser.update", "client", "primaryEmail", (primaryEmail) => currentUser.update({ primaryEmail })],
  ["teamInvitations.send", "client", "email", (email) => teamInvitations.send({ teamId, email, callbackUrl })],
  ["server.users.create", "server", "primaryEmail", (primaryEmail) => serverUsers.create({ primaryEmail })],
  ["server.users.update", "server", "primaryEmail", (primaryEmail) => serverUsers.update({ userId, primaryEmail })],
  ["server.contactChannels.add", "server", "value", (value) => serverChannels.add({ userId, value })],
  [
    "server.contactChannels.changeValue",
    "server",
    "value",
    (value) => serverChannels.changeValue({ userId, contactChannelId: otherId, value })
  ]
]

describe("email addresses", () => {
  for (const [name, level, field, run] of flows) {
    it.effect(`the call ${name} rejects an address with an invisible character, names the field and sends nothing`, () =>
      Effect.gen(function*() {
        const { failure, requests } = yield* conversation(level, run("new\u200B@example.com"), nothing)

        assert.deepStrictEqual(failure().reason.issues.map(({ path }: { readonly path: string }) => path), [field])
        assert.include(failure().message, "without invisible characters")
        assert.lengthOf(requests, 0)
      }))
  }

  for (const [name, level, , run] of flows) {
    if (name === "contactChannels.changePrimary") continue // this flow reads the list before it writes
    it.effect(`the call ${name} sends an address without surrounding spaces`, () =>
      Effect.gen(function*() {
        const { requestLines } = yield* conversation(level, run(" new@example.com\n"), knownError("SCHEMA_ERROR", 400))

        assert.include(requestLines[0], "\"new@example.com\"")
      }))
  }
})

describe("typed codes", () => {
  it.effect("a typed email code is sent without dashes and invisible characters, and with ASCII digits", () =>
    Effect.gen(function*() {
      const nonce = "n".repeat(39)
      for (const code of ["a1b-2c3", "\u200Ba1b2c3\u2060", "a١b٢c٣", "ａ１ｂ２ｃ３", " a1b 2c3 "]) {
        const { requestLines } = yield* conversation(
          "client",
          signIn.withCode({ code, nonce }),
          knownError("VERIFICATION_CODE_NOT_FOUND", 404)
        )

        assert.include(requestLines[0], `"a1b2c3${nonce}"`)
      }
    }))

  it.effect("a typed TOTP code is sent as six ASCII digits", () =>
    Effect.gen(function*() {
      for (const totp of ["123-456", "123456\u200B", "١٢٣٤٥٦", "۱۲۳-۴۵۶"]) {
        const { requestLines } = yield* conversation(
          "client",
          signIn.withTotp({ totp, attemptCode: "c".repeat(45) }),
          knownError("INVALID_TOTP_CODE", 400)
        )

        assert.include(requestLines[0], "\"123456\"")
      }
    }))
})
