import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Session } from "../../../../layers/session/Session.ts"
import * as OAuth from "../../../../schemas/endpoints/oauth.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { Emulator, type Seed } from "../../../../src/emulator/index.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"

const bundleId = "com.example.app"

interface Claims {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly aud?: string
}

/** Replacement for Apple. It publishes a key, and signs id tokens with this key or another one. */
const apple = Effect.gen(function*() {
  const { privateKey, publicKey } = yield* Effect.promise(() => generateKeyPair("RS256"))
  const stranger = yield* Effect.promise(() => generateKeyPair("RS256"))
  const jwk = { ...yield* Effect.promise(() => exportJWK(publicKey)), kid: "1", alg: "RS256", use: "sig" }
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const made = createServer((request, response) => {
        const answer = request.url === "/keys"
          ? { keys: [jwk] }
          : { issuer: `http://${request.headers.host}`, jwks_uri: `http://${request.headers.host}/keys` }
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
      })
      made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) =>
      Effect.callback<void>((resume) => {
        made.close(() => resume(Effect.void))
        made.closeAllConnections()
      })
  )
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const seed: Seed = {
    config: {
      oauthProviders: [{ id: "apple", type: "standard", appleBundleIds: [bundleId, "com.example.tv"], issuer }]
    }
  }
  const token = ({ aud = bundleId, sub, ...claims }: Claims, { expired = false, known = true } = {}) =>
    Effect.flatMap(Emulator, ({ clock }) =>
      Effect.promise(async () => {
        const now = Math.floor(clock.now().getTime() / 1000)
        const signer = new SignJWT({ ...claims })
          .setProtectedHeader({ alg: "RS256", kid: "1" })
          .setIssuer(issuer)
          .setSubject(sub)
          .setAudience(aud)
          .setIssuedAt(now - 1200)
          .setExpirationTime(now + (expired ? -600 : 600))
        return Redacted.make(await signer.sign(known ? privateKey : stranger.privateKey))
      }))
  return { seed, token }
})

const ann = { sub: "000123.abc", email: "ann@example.com", email_verified: true }

overBothTransports(({ emulated }) => {
  describe("oauth.signInWithApple", () => {
    it.live("oauth.signInWithApple creates an account for an id token signed by the seed's issuer, and then signs in to the same account again", () =>
      Effect.gen(function*() {
        const { seed, token } = yield* apple
        yield* Effect.gen(function*() {
          const first = yield* OAuth.signInWithApple({ idToken: yield* token(ann) })
          const again = yield* OAuth.signInWithApple({ idToken: yield* token({ sub: ann.sub, aud: "com.example.tv" }) })

          yield* (yield* Session).keep(again)
          const me = yield* Users.getMe()
          assert.deepStrictEqual([first.isNewUser, again.isNewUser, again.userId], [true, false, first.userId])
          assert.deepInclude(me, { id: first.userId, primaryEmail: ann.email, primaryEmailVerified: true })
          assert.deepStrictEqual(me.oauthProviders.map(({ id }) => id), ["apple"])
        }).pipe(Effect.provide(emulated(seed), { local: true }))
      }))

    it.live("oauth.signInWithApple rejects id tokens that are for another app, expired or signed with another key", () =>
      Effect.gen(function*() {
        const { seed, token } = yield* apple
        yield* Effect.gen(function*() {
          const idTokens = [
            yield* token({ ...ann, aud: "com.example.other" }),
            yield* token(ann, { expired: true }),
            yield* token(ann, { known: false })
          ]

          const errors = yield* Effect.forEach(idTokens, (idToken) => Effect.flip(OAuth.signInWithApple({ idToken })))

          assert.deepStrictEqual(errors.map(({ _tag }) => _tag), idTokens.map(() => "InvalidAppleCredentials"))
          assert.strictEqual((yield* Emulator).store.projects.get((yield* Emulator).project.projectId)!.users.size, 0)
        }).pipe(Effect.provide(emulated(seed), { local: true }))
      }))
  })
})
