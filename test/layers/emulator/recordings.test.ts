import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../layers/emulator/index.ts"
import { exchangesOf, replay, seed } from "./recordings.ts"

/** The areas that are emulated, and in each the exchanges that need a past which no recording has. */
const areas: { readonly [area: string]: ReadonlyArray<string> } = {
  general: ["override status on a plain text error", "internal error in production"],
  "project-auth": [
    "owner token with access type server",
    "owner token with access type client",
    "expired admin token",
    "expired admin token (status override)"
  ],
  "auth-password": [],
  "auth-otp": [],
  "auth-mfa": ["magic link asks for second factor"],
  "auth-anonymous": [],
  "auth-oauth": [],
  "oauth-providers": [],
  // with shared keys that give no tokens
  "connected-accounts": [
    "access token with shared keys in production",
    "access token with shared keys in production (status override)",
    "access token by server with shared keys in production",
    "access token by server with shared keys in production (status override)"
  ],
  sessions: [
    "access token with broken signature",
    "refresh a session that has ended",
    "list sessions with place info",
    "server deletes a session",
    "access token of a deleted user",
    "refresh token of a deleted user",
    "expired access token",
    "expired access token with override status"
  ],
  "contact-channels": [
    "server verifies",
    "server sends code",
    "verify after too many attempts",
    "verify after too many attempts (status override)"
  ],
  "users-me": ["select own team", "delete where deletion is off"],
  "users-server": []
}

describe("the emulator answers as the platform did", () => {
  for (const [area, beyond] of Object.entries(areas)) {
    const exchanges = exchangesOf(area)

    it.live.skipIf(exchanges.length === 0)(area, () =>
      Effect.gen(function*() {
        const replayed = yield* replay(exchanges)

        const different = replayed.filter(({ difference, name }) => difference !== undefined && !beyond.includes(name))
        assert.deepStrictEqual(different, [])
      }).pipe(Effect.provide(Emulator.layer(seed))))
  }
})
