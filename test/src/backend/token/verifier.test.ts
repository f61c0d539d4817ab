import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CompactSign, exportSPKI, generateKeyPair, SignJWT } from "jose"
import { onTestFinished, vi } from "vitest"
import { createVerifier, keyPolicy, type VerifierOptions } from "../../../../src/verify.ts"
import { projectId } from "../../../support/contract/project.ts"
import { claimsAtNoon, issuerUrl, keyServer, noon, sign, signingKey, unsigned } from "../verify/tokenFactory.ts"

const current = await signingKey("current")
const next = await signingKey("next")

/** Creates a verifier, a key server, and a mock clock that starts at noon. */
const setUp = (options: Partial<VerifierOptions> = {}, server = keyServer(current)) => {
  const time = { now: noon }
  const { verify } = createVerifier({
    projectId,
    baseUrl: issuerUrl,
    fetch: server.fetch,
    now: () => time.now,
    ...options
  })
  return { verify, server, time }
}

/** Returns the reason for which a promise was rejected, in one word. */
const rejection = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "accepted",
    (error) =>
      error._tag === "TokenRejected"
        ? error.reason
        : error._tag === undefined
        ? `untyped: ${String(error)}`
        : error._tag
  )

const AnyClaims = Schema.Struct({
  iss: Schema.Literals([
    `${issuerUrl}/api/v1/projects/${projectId}`,
    `${issuerUrl}/api/v1/projects-anonymous-users/${projectId}`,
    "https://evil.test"
  ]),
  aud: Schema.Literals([projectId, `${projectId}:anon`, `${projectId}:restricted`, "another"]),
  sub: Schema.Literals(["ada", ""]),
  exp: Schema.Literals([1, noon / 1000 + 600]),
  is_anonymous: Schema.Boolean,
  branch_id: Schema.Literals(["main", "preview"])
})

const AnyHeader = Schema.Struct({ typ: Schema.Literals(["JWT", "jwt", "at+jwt"]) })

describe("createVerifier", () => {
  it("the verifier returns an access token's user, whether its claims are spelled as on 2025-08 or as on newer revisions", async () => {
    const { verify } = setUp()

    const earlier = await verify(await sign(current, { branchId: "main", refreshTokenId: "s1", role: "authenticated" }))
    const later = await verify(
      await sign(current, {
        project_id: projectId,
        branch_id: "main",
        refresh_token_id: "s2",
        role: "authenticated",
        name: "Ada",
        email: "ada@example.com",
        email_verified: true,
        selected_team_id: null,
        signed_up_at: 1_700_000_000,
        is_anonymous: false,
        is_restricted: false,
        restricted_reason: null,
        requires_totp_mfa: false
      })
    )

    assert.strictEqual(earlier.sessionId, "s1")
    assert.strictEqual(earlier.user.id, claimsAtNoon.sub)
    assert.strictEqual(earlier.issuedAt?.getTime(), noon)
    assert.strictEqual(earlier.user.displayName, undefined)
    assert.strictEqual(earlier.user.isAnonymous, false)
    assert.strictEqual(earlier.expiresAt.getTime(), noon + 600_000)
    assert.strictEqual(later.sessionId, "s2")
    assert.deepStrictEqual(later.user, {
      id: claimsAtNoon.sub,
      displayName: "Ada",
      primaryEmail: "ada@example.com",
      primaryEmailVerified: true,
      selectedTeamId: null,
      signedUpAt: new Date(1_700_000_000_000),
      requiresTotpMfa: false,
      isAnonymous: false,
      isRestricted: false,
      restrictedReason: null
    })
  })

  it("G1: the verifier accepts only tokens signed with ES256: no \"none\", no HS256 with the public key, no other curve, no \"crit\"", async () => {
    const { server, verify } = setUp()
    const eddsa = await generateKeyPair("EdDSA")
    const es384 = await generateKeyPair("ES384")
    const jwt = (alg: string, key: Parameters<SignJWT["sign"]>[0]) =>
      new SignJWT(claimsAtNoon).setProtectedHeader({ alg, kid: "current" }).sign(key)
    const publicKey = new TextEncoder().encode(await exportSPKI(current.publicKey))

    assert.strictEqual(await rejection(verify(unsigned({ alg: "none", kid: "current" }, claimsAtNoon))), "algorithm")
    assert.strictEqual(await rejection(verify(unsigned({ kid: "current" }, claimsAtNoon))), "algorithm")
    assert.strictEqual(await rejection(verify(await jwt("HS256", publicKey))), "algorithm")
    assert.strictEqual(await rejection(verify(await jwt("EdDSA", eddsa.privateKey))), "algorithm")
    assert.strictEqual(await rejection(verify(await jwt("ES384", es384.privateKey))), "algorithm")
    const critical = await new CompactSign(new TextEncoder().encode(JSON.stringify(claimsAtNoon)))
      .setProtectedHeader({ alg: "ES256", kid: "current", b64: true, crit: ["b64"] }).sign(current.privateKey)
    assert.strictEqual(await rejection(verify(critical)), "header")
    assert.strictEqual(server.requested.length, 0, "such tokens cause no request for keys")
  })

  it("G1: the verifier ignores public keys that the token itself contains", async () => {
    const { server, verify } = setUp()
    const forged = await sign({ ...next, kid: "current" }, {}, {
      jwk: next.jwk,
      jku: "https://evil.test/keys",
      x5u: "https://evil.test/cert"
    })

    assert.strictEqual(await rejection(verify(forged)), "signature")
    assert.deepStrictEqual(server.requested, [`${issuerUrl}/api/v1/projects/${projectId}/.well-known/jwks.json`])
  })

  it("G2: the verifier rejects tokens for another issuer, audience, project, branch, subject or type", async () => {
    const { verify } = setUp()
    const other = "99999999-2222-4333-8444-555555555555"
    const refused = async (claims: object, header: object = {}) =>
      rejection(verify(await sign(current, claims, header)))

    assert.strictEqual(await refused({ iss: `https://evil.test/api/v1/projects/${projectId}` }), "issuer")
    assert.strictEqual(await refused({ iss: `${issuerUrl}/api/v1/projects/${other}` }), "issuer")
    assert.strictEqual(await refused({ iss: undefined }), "issuer")
    assert.strictEqual(await refused({ iss: `${issuerUrl}/api/v1/projects-anonymous-users/${projectId}` }), "issuer")
    assert.strictEqual(await refused({ aud: other }), "audience")
    assert.strictEqual(await refused({ aud: undefined }), "audience")
    assert.strictEqual(await refused({ aud: [other] }), "audience")
    assert.strictEqual(await refused({ aud: { [projectId]: true } }), "audience")
    assert.strictEqual(await refused({ project_id: other }), "audience")
    // an owner's token for the dashboard belongs to the project "internal"
    const internal = { aud: "internal", iss: `${issuerUrl}/api/v1/projects/internal` }
    assert.strictEqual(await refused(internal), "audience")
    assert.strictEqual(await refused({ branchId: "preview" }), "branch")
    assert.strictEqual(await refused({ branch_id: "preview" }), "branch")
    assert.strictEqual(await refused({ branch_id: "main", branchId: "preview" }), "branch")
    assert.strictEqual(await refused({ sub: undefined }), "claims")
    assert.strictEqual(await refused({ sub: "" }), "claims")
    assert.strictEqual(await refused({ sub: 7 }), "claims")
    assert.strictEqual(await refused({ exp: undefined }), "claims")
    assert.strictEqual(await refused({ exp: "tomorrow" }), "claims")
    assert.strictEqual(await refused({}, { typ: "dpop+jwt" }), "header")
    assert.strictEqual(await refused({ aud: [projectId] }), "accepted")
    assert.strictEqual(await refused({}, { typ: "JWT" }), "accepted")
  })

  it("G2: the verifier accepts anonymous and restricted users only if enabled, and fetches their keys only then", async () => {
    const tokens = {
      anonymous: await sign(current, {
        iss: `${issuerUrl}/api/v1/projects-anonymous-users/${projectId}`,
        aud: `${projectId}:anon`,
        role: "anon"
      }),
      restricted: await sign(current, {
        iss: `${issuerUrl}/api/v1/projects-restricted-users/${projectId}`,
        aud: `${projectId}:restricted`,
        is_restricted: true,
        restricted_reason: { type: "email_not_verified" }
      })
    }
    const strict = setUp()
    const lenient = setUp({ anonymous: true, restricted: true })

    assert.strictEqual(await rejection(strict.verify(tokens.anonymous)), "anonymous")
    assert.strictEqual(await rejection(strict.verify(tokens.restricted)), "restricted")
    assert.strictEqual(await rejection(strict.verify(await sign(current, { is_anonymous: true }))), "anonymous")
    assert.strictEqual(await rejection(strict.verify(await sign(current, { role: "anon" }))), "anonymous")
    assert.strictEqual(await rejection(strict.verify(await sign(current, { is_restricted: true }))), "restricted")
    const both = await sign(current, { aud: [projectId, `${projectId}:anon`] })
    assert.strictEqual(await rejection(strict.verify(both)), "issuer", "the less privileged audience counts")
    assert.strictEqual((await lenient.verify(tokens.anonymous)).user.isAnonymous, true)
    assert.strictEqual((await lenient.verify(tokens.restricted)).user.restrictedReason, "email_not_verified")
    assert.match(lenient.server.requested[0]!, /\?include_anonymous=true&include_restricted=true$/)
    assert.strictEqual(strict.server.requested.length, 0)
  })

  it("the verifier accepts tokens of configured issuers, and of both host names of the hosted platform", async () => {
    const inside = setUp({ baseUrl: "http://platform:8102", issuers: [issuerUrl] })
    const hosted = setUp({ baseUrl: "https://api.stack-auth.com" })
    const renamed = setUp({ baseUrl: "https://api.hexclave.com" })
    const proxied = setUp({ baseUrl: "https://auth.app.test", issuers: ["https://api.hexclave.com"] })
    const iss = (host: string) => ({ iss: `https://${host}/api/v1/projects/${projectId}` })

    assert.strictEqual(await rejection(inside.verify(await sign(current))), "accepted")
    for (const { verify } of [hosted, renamed, proxied]) {
      assert.strictEqual(await rejection(verify(await sign(current, iss("api.stack-auth.com")))), "accepted")
      assert.strictEqual(await rejection(verify(await sign(current, iss("api.hexclave.com")))), "accepted")
    }
    assert.strictEqual(await rejection(hosted.verify(await sign(current))), "issuer")
  })

  it("G3: the verifier fetches unknown keys at most once in 30 s, regardless of the number of tokens", async () => {
    const { server, time, verify } = setUp()
    await verify(await sign(current))
    const flood = Array.from(
      { length: 10_000 },
      (_, index) => unsigned({ alg: "ES256", kid: `k${index}` }, claimsAtNoon)
    )

    time.now += keyPolicy.unknownKeyPause
    const reasons = new Set(await Promise.all(flood.map((token) => rejection(verify(token)))))

    assert.deepStrictEqual([...reasons], ["unknown-key"])
    assert.strictEqual(server.requested.length, 2)
    time.now += keyPolicy.unknownKeyPause - 1
    await rejection(verify(flood[0]!))
    assert.strictEqual(server.requested.length, 2)
    time.now += 1
    await rejection(verify(flood[0]!))
    assert.strictEqual(server.requested.length, 3)
  })

  it("G4: the verifier accepts a token without kid if there is only one key", async () => {
    const one = setUp()
    const two = setUp({}, keyServer(current, next))
    const nameless = await sign(current, {}, { kid: undefined })

    assert.strictEqual(await rejection(one.verify(nameless)), "accepted")
    assert.strictEqual(await rejection(two.verify(nameless)), "unknown-key")
  })

  it("G5: the verifier accepts the old and the new key during a key rotation, and rejects the old key after its removal", async () => {
    const { server, time, verify } = setUp()
    const [old, fresh] = [await sign(current), await sign(next)]
    await verify(old)

    time.now += keyPolicy.unknownKeyPause
    server.keys = [current.jwk, next.jwk]
    assert.strictEqual(await rejection(verify(fresh)), "accepted")
    assert.strictEqual(await rejection(verify(old)), "accepted")

    time.now += keyPolicy.unknownKeyPause
    server.keys = [next.jwk]
    assert.strictEqual(await rejection(verify(unsigned({ alg: "ES256", kid: "else" }, claimsAtNoon))), "unknown-key")
    assert.strictEqual(await rejection(verify(old)), "unknown-key", "even though it was cached")
    assert.strictEqual(await rejection(verify(fresh)), "accepted")
  })

  it("G6: verification fails with KeysUnavailable if the platform returns no usable keys", async () => {
    const answers: ReadonlyArray<() => Response> = [
      () => new Response("no", { status: 500 }),
      () => new Response(null, { status: 302, headers: { location: "https://evil.test" } }),
      () => new Response("<html>sign in to the wifi</html>", { headers: { "content-type": "text/html" } }),
      () => Response.json({ keys: [] }),
      () => Response.json({ keys: "none" }),
      () => Response.json(null),
      () => Response.json([]),
      () => new Response(null),
      () => Response.json({ keys: [null, 7, { kty: "RSA", kid: "current" }, { kty: "EC", crv: "P-384" }] }),
      () => Response.json({ keys: [current.jwk], padding: "x".repeat(1_000_000) }),
      () => {
        throw undefined
      }
    ]
    for (const answer of answers) {
      const server = keyServer()
      server.answer = answer
      const { verify } = setUp({}, server)

      assert.strictEqual(await rejection(verify(await sign(current))), "KeysUnavailable", String(answer))
    }
  })

  it("G6: the verifier stops waiting for keys after the timeout, even if fetch ignores its signal", async () => {
    const server = keyServer()
    server.answer = () => new Promise(() => {})
    const limits = vi.spyOn(AbortSignal, "timeout")
    onTestFinished(() => void vi.restoreAllMocks())
    const { verify } = setUp({ keysTimeoutMillis: 5 }, server)

    assert.strictEqual(await rejection(verify(await sign(current))), "KeysUnavailable")
    await setUp().verify(await sign(current))
    assert.deepStrictEqual(limits.mock.calls, [[5], [5000]])
    assert.strictEqual(keyPolicy.timeout, 5000)
  })

  it("G6 A13: a fetch that throws synchronously causes no unhandled rejection in the verifier", async () => {
    const limit = new AbortController()
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal)
    const unhandled: Array<unknown> = []
    const collect = (reason: unknown) => unhandled.push(reason)
    process.on("unhandledRejection", collect)
    onTestFinished(() => {
      vi.restoreAllMocks()
      process.off("unhandledRejection", collect)
    })
    const { verify } = setUp({
      fetch: () => {
        throw new TypeError("no fetch here")
      }
    })

    assert.strictEqual(await rejection(verify(await sign(current))), "KeysUnavailable")
    limit.abort()
    await new Promise((resolve) => setImmediate(resolve))

    assert.deepStrictEqual(unhandled, [])
  })

  it("G6: the verifier tries every key with the same id, and finds the matching key among a thousand", async () => {
    const twice = keyServer()
    twice.keys = [{ ...next.jwk, kid: "current" }, current.jwk]
    const crowd = keyServer()
    crowd.keys = [...Array.from({ length: 999 }, (_, index) => ({ ...next.jwk, kid: `k${index}` })), current.jwk]

    assert.strictEqual(await rejection(setUp({}, twice).verify(await sign(current))), "accepted")
    assert.strictEqual(await rejection(setUp({}, crowd).verify(await sign(current))), "accepted")
  })

  it("G6: the verifier reports a wrong signature if the key is unusable", async () => {
    const server = keyServer()
    server.keys = [{ kty: "EC", crv: "P-256", kid: "current", x: "AA", y: "%%" }]

    assert.strictEqual(await rejection(setUp({}, server).verify(await sign(current))), "signature")
  })

  it("G7: the verifier uses stale keys for an hour while new keys are unavailable, and no longer", async () => {
    const { server, time, verify } = setUp({})
    const token = (from: number) => sign(current, { exp: from / 1000 + 600 })
    await verify(await token(time.now))
    server.answer = () => new Response("down", { status: 503 })

    time.now = noon + keyPolicy.staleIfError - 1
    assert.strictEqual(await rejection(verify(await token(time.now))), "accepted")
    time.now = noon + keyPolicy.staleIfError
    assert.strictEqual(await rejection(verify(await token(time.now))), "KeysUnavailable")
    time.now += keyPolicy.failurePause
    server.answer = undefined
    assert.strictEqual(await rejection(verify(await token(time.now))), "accepted")
  })

  it("G5 G7: the verifier uses a known key while newer keys are being fetched, and rejects removed keys afterwards", async () => {
    const { server, time, verify } = setUp()
    const token = (sub: string) => sign(current, { sub, exp: noon / 1000 + 1200 })
    await verify(await token("a"))
    let answer: (response: Response) => void
    server.answer = () => new Promise((resolve) => answer = resolve)
    time.now += keyPolicy.fresh

    const results = await Promise.all(["a", "b", "c"].map(async (sub) => rejection(verify(await token(sub)))))
    const unknown = rejection(verify(await sign(next, { exp: noon / 1000 + 1200 })))
    answer!(Response.json({ keys: [next.jwk] }))

    assert.deepStrictEqual(results, ["accepted", "accepted", "accepted"])
    assert.strictEqual(await unknown, "accepted")
    assert.strictEqual(server.requested.length, 2)
    for (const sub of ["a", "b", "d"]) assert.strictEqual(await rejection(verify(await token(sub))), "unknown-key", sub)
  })

  it("S6 G5: the verifier rejects a cached token after its key is removed, even if no other token causes a fetch of keys", async () => {
    const exp = noon / 1000 + 365 * 86_400
    for (
      const [quietFor, first] of [
        [keyPolicy.fresh - 1, "accepted"],
        // keys that this request fetches are used from the next request on
        [keyPolicy.fresh, "accepted"],
        [keyPolicy.staleIfError, "unknown-key"],
        [240 * 3_600_000, "unknown-key"]
      ] as const
    ) {
      const { server, time, verify } = setUp()
      const token = await sign(current, { exp })
      for (let twice = 0; twice < 2; twice++) await verify(token)
      server.keys = [next.jwk]

      time.now += quietFor
      assert.strictEqual(await rejection(verify(token)), first, `after ${quietFor} ms`)
      await new Promise((resolve) => setImmediate(resolve))
      const after = quietFor < keyPolicy.fresh ? "accepted" : "unknown-key"
      assert.strictEqual(await rejection(verify(token)), after, `after ${quietFor} ms, second request`)
    }
  })

  it("S6 G7: the verifier accepts a cached token for an hour while keys are unavailable, and no longer", async () => {
    const { server, time, verify } = setUp()
    const token = await sign(current, { exp: noon / 1000 + 365 * 86_400 })
    await verify(token)
    server.answer = () => new Response("down", { status: 503 })

    time.now = noon + keyPolicy.staleIfError - 1
    assert.strictEqual(await rejection(verify(token)), "accepted")
    time.now = noon + keyPolicy.staleIfError
    assert.strictEqual(await rejection(verify(token)), "KeysUnavailable")
  })

  it("S6: the verifier refreshes stale keys once for all cached tokens, and checks no signature again", async () => {
    const { server, time, verify } = setUp()
    const tokens = await Promise.all(
      ["a", "b", "c"].map((sub) => sign(current, { sub, exp: noon / 1000 + 365 * 86_400 }))
    )
    await Promise.all(tokens.map(verify))
    const checked = vi.spyOn(crypto.subtle, "verify")
    onTestFinished(() => checked.mockRestore())

    for (let hours = 0; hours < 5; hours++) {
      time.now += 3_600_000
      await Promise.all([...tokens, ...tokens].map(verify))
    }

    assert.strictEqual(server.requested.length, 1 + 5)
    assert.strictEqual(checked.mock.calls.length, 0)
  })

  it("verifiers of a process share keys, except with a custom fetch, clock or timeout", async () => {
    const requested = vi.spyOn(globalThis, "fetch").mockImplementation(() =>
      Promise.resolve(Response.json({ keys: [current.jwk] }))
    )
    onTestFinished(() => void vi.restoreAllMocks())
    const now = Math.floor(Date.now() / 1000)
    const token = await sign(current, {
      iss: `https://shared.test/api/v1/projects/${projectId}`,
      iat: now,
      exp: now + 600
    })
    const askedBy = async (options: Partial<VerifierOptions>) => {
      const before = requested.mock.calls.length
      await createVerifier({ projectId, baseUrl: "https://shared.test", ...options }).verify(token)
      return requested.mock.calls.length - before
    }

    assert.strictEqual(await askedBy({}), 1)
    assert.strictEqual(await askedBy({}), 0)
    assert.strictEqual(await askedBy({ now: () => Date.now() }), 1)
    assert.strictEqual(await askedBy({ keysTimeoutMillis: 1000 }), 1)
  })

  it("G2: the verifier determines the kind of user by the token's audience, regardless of other claims", async () => {
    const of = (kind: string, ending: string) =>
      sign(current, { aud: `${projectId}${ending}`, iss: `${issuerUrl}/api/v1/projects-${kind}-users/${projectId}` })

    assert.strictEqual(await rejection(setUp().verify(await of("anonymous", ":anon"))), "anonymous")
    assert.strictEqual(await rejection(setUp().verify(await of("restricted", ":restricted"))), "restricted")
    assert.strictEqual(
      await rejection(setUp({ anonymous: true }).verify(await of("anonymous", ":anon"))),
      "accepted"
    )
  })

  it("G1: the verifier rejects a token type that only starts with JWT, or is a list", async () => {
    for (const typ of ["jwt+evil", ["JWT"], "x/jwt"]) {
      assert.strictEqual(
        await rejection(setUp().verify(unsigned({ alg: "ES256", kid: "current", typ }, claimsAtNoon))),
        "header"
      )
    }
  })

  it("G10: the verifier rejects a correctly signed token that is too long", async () => {
    assert.strictEqual(await rejection(setUp().verify(await sign(current, { pad: "x".repeat(64_000) }))), "malformed")
  })

  it("the verifier reports a token as expired even if another key has the same id", async () => {
    const server = keyServer(current)
    server.keys = [current.jwk, { ...next.jwk, kid: "current" }]
    const { time, verify } = setUp({}, server)
    time.now += 3_600_000

    assert.strictEqual(await rejection(verify(await sign(current))), "expired")
  })

  it("the verifier fetches keys with the given fetch, even if no other option is given", async () => {
    const server = keyServer(current)
    const { verify } = createVerifier({ projectId, baseUrl: issuerUrl, fetch: server.fetch })
    const now = Math.floor(Date.now() / 1000)

    assert.strictEqual(await rejection(verify(await sign(current, { iat: now, exp: now + 600 }))), "accepted")
    assert.strictEqual(server.requested.length, 1)
  })

  it("G3: the verifier fetches no keys for a token with a key id that isn't a string", async () => {
    const { server, verify } = setUp()

    for (const kid of [7, null, {}, ["current"], true]) {
      assert.strictEqual(await rejection(verify(unsigned({ alg: "ES256", kid }, claimsAtNoon))), "header")
    }
    assert.strictEqual(server.requested.length, 0)
  })

  it("G10: the verifier distinguishes a malformed token signature from a wrong one", async () => {
    const { verify } = setUp()
    const [head, body] = (await sign(current)).split(".") as [string, string]

    assert.strictEqual(await rejection(verify(`${head}.${body}.A`)), "malformed")
    assert.strictEqual(await rejection(verify(`${head}.${body}.AAAA`)), "signature")
  })

  it("in Cloudflare Workers, verification waits for newer keys, because no work may outlast the request", async () => {
    Object.assign(globalThis, { WebSocketPair: () => {} })
    onTestFinished(() => void delete (globalThis as { WebSocketPair?: unknown }).WebSocketPair)
    const { server, time, verify } = setUp()
    await verify(await sign(current))
    server.keys = [next.jwk]
    time.now += keyPolicy.fresh

    const reason = await rejection(verify(await sign(current, { exp: noon / 1000 + 1200 })))

    assert.strictEqual(reason, "unknown-key")
  })

  it("G7: the verifier requests keys from an unavailable platform at most once in 5 s", async () => {
    const server = keyServer(current)
    server.answer = () => new Response("down", { status: 503 })
    const { time, verify } = setUp({}, server)
    const token = await sign(current)

    for (let count = 0; count < 50; count++) assert.strictEqual(await rejection(verify(token)), "KeysUnavailable")
    assert.strictEqual(server.requested.length, 1)
    time.now += keyPolicy.failurePause
    server.answer = undefined
    assert.strictEqual(await rejection(verify(token)), "accepted")
    assert.strictEqual(server.requested.length, 2)
  })

  it("G8: the verifier fetches keys once to verify 100 concurrent tokens", async () => {
    const { server, verify } = setUp()
    const tokens = await Promise.all(Array.from({ length: 100 }, (_, index) => sign(current, { sub: `user-${index}` })))

    const verified = await Promise.all(tokens.map(verify))

    assert.strictEqual(new Set(verified.map(({ user }) => user.id)).size, 100)
    assert.strictEqual(server.requested.length, 1)
  })

  it("G9: the verifier never uses the key of another project, even with the same key id", async () => {
    const otherId = "99999999-2222-4333-8444-555555555555"
    const others = { ...next, kid: "current" }
    const a = setUp()
    const b = setUp({ projectId: otherId }, keyServer({ ...others, jwk: { ...next.jwk, kid: "current" } }))
    const forB = { aud: otherId, iss: `${issuerUrl}/api/v1/projects/${otherId}` }

    assert.strictEqual(await rejection(a.verify(await sign(current))), "accepted")
    assert.strictEqual(await rejection(b.verify(await sign(others, forB))), "accepted")
    assert.strictEqual(await rejection(a.verify(await sign(others))), "signature")
    assert.strictEqual(await rejection(b.verify(await sign(current, forB))), "signature")
    assert.strictEqual(await rejection(b.verify(await sign(current))), "audience")
  })

  it("G10: token verification rejects strings that aren't tokens", async () => {
    const { server, verify } = setUp()
    const good = await sign(current)
    const [head, body, signature] = good.split(".") as [string, string, string]
    const bad: ReadonlyArray<unknown> = [
      "",
      "a",
      "a.b",
      "../..",
      ".".repeat(10_000),
      "x".repeat(65_536),
      `${good}.`,
      `${good}=`,
      `${head}==.${body}.${signature}`,
      ` ${good}`,
      `${good}\n`,
      good.replace("e", "é"),
      `${head}.${body}.${signature}.${signature}`,
      `${head}.${Buffer.from("null").toString("base64url")}.${signature}`,
      `${head}.${Buffer.from("[]").toString("base64url")}.${signature}`,
      `${Buffer.from("7").toString("base64url")}.${body}.${signature}`,
      undefined,
      null,
      7,
      {}
    ]

    for (const token of bad) assert.strictEqual(await rejection(verify(token as string)), "malformed", String(token))
    assert.strictEqual(server.requested.length, 0)
  })

  it("G10: the verifier uses the last of duplicate JSON keys in a token, as the signer's library does", async () => {
    const { verify } = setUp()
    const signed = (text: string) =>
      new CompactSign(new TextEncoder().encode(text)).setProtectedHeader({ alg: "ES256", kid: "current" })
        .sign(current.privateKey)
    const rest = JSON.stringify(claimsAtNoon).slice(1)

    const evilLast = `${JSON.stringify(claimsAtNoon).slice(0, -1)},"aud":"evil"}`
    assert.strictEqual(await rejection(verify(await signed(`{"aud":"evil",${rest}`))), "accepted")
    assert.strictEqual(await rejection(verify(await signed(evilLast))), "audience")
    assert.strictEqual(await rejection(verify(await signed(`{"__proto__":{"is_anonymous":true},${rest}`))), "accepted")
  })

  it.effect.prop(
    "G10: token verification fails only with its own errors, whatever the input",
    [Schema.String, Schema.Record(Schema.String, Schema.Json), Schema.Record(Schema.String, Schema.Json)],
    ([junk, header, claims]) =>
      Effect.promise(async () => {
        const { verify } = setUp()
        const tokens = [
          junk,
          `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${Buffer.from(junk).toString("base64url")}.AA`,
          unsigned({ alg: "ES256", kid: "current", ...header }, claims),
          unsigned({ alg: "ES256", kid: "current" }, { ...claimsAtNoon, ...claims })
        ]
        for (const token of tokens) assert.notMatch(await rejection(verify(token)), /accepted|untyped/)
      })
  )

  it.effect.prop(
    "G2, G10: the verifier gives the same result and reason whether or not it already has the keys",
    { claims: AnyClaims, header: AnyHeader, change: Schema.Literals(["none", "signature", "payload"]) },
    ({ change, claims, header }) =>
      Effect.promise(async () => {
        const warm = setUp()
        await warm.verify(await sign(current, { sub: "first" }))
        const [head, body, signature] = (await sign(current, claims, header)).split(".") as [string, string, string]
        const token = [
          head,
          change === "payload" ? Buffer.from("{}x").toString("base64url") : body,
          change === "signature" ? `A${signature.slice(2)}A` : signature
        ].join(".")

        const results = [await rejection(setUp().verify(token)), await rejection(warm.verify(token))]
        assert.strictEqual(results[1], results[0])
        // the same header again, and another one in between
        await warm.verify(await sign(current, { sub: "another" }, { typ: "JWT" }))
        assert.strictEqual(await rejection(warm.verify(token)), results[0])
        assert.strictEqual(warm.server.requested.length, 1)
      })
  )

  it("G11: a cached token is verified without a request, even while the platform is down", async () => {
    const { server, verify } = setUp()
    const token = await sign(current)
    await verify(token)
    server.answer = () => new Response("down", { status: 503 })

    for (let round = 0; round < 1000; round++) await verify(token)

    assert.strictEqual(server.requested.length, 1)
  })

  it("F5: the verifier tolerates exactly the configured clock skew for a token's exp and nbf", async () => {
    for (const tolerance of [0, 5, 60]) {
      const { time, verify } = setUp({ clockToleranceSeconds: tolerance })
      const expiring = await sign(current)
      const coming = await sign(current, { nbf: noon / 1000 + 100 })

      time.now = noon + 600_000 + tolerance * 1000 - 1
      assert.strictEqual(await rejection(verify(expiring)), "accepted")
      time.now += 1
      assert.strictEqual(await rejection(verify(expiring)), "expired", "even though it was cached")
      time.now = noon + 100_000 - tolerance * 1000
      assert.strictEqual(await rejection(verify(coming)), "accepted")
      const anew = setUp({ clockToleranceSeconds: tolerance })
      anew.time.now = noon + 100_000 - tolerance * 1000 - 1000
      assert.strictEqual(await rejection(anew.verify(coming)), "not-yet-valid")
    }
  })

  it("F5: the verifier rejects a clock tolerance of more than a minute", async () => {
    for (const clockToleranceSeconds of [-1, 61, Number.NaN, Infinity, "5" as never]) {
      const { verify } = setUp({ clockToleranceSeconds })

      const error = await verify(await sign(current)).catch((error: unknown) => error)
      assert.strictEqual(
        (error as Error).message,
        "clockToleranceSeconds is not a number from 0 to 60. Correct the clock if its skew is larger."
      )
    }
  })

  it("the verifier fetches keys from the base URL without its trailing slashes", async () => {
    for (const slashes of ["", "/", "//", "////"]) {
      const requested: Array<string> = []
      const { verify } = createVerifier({
        projectId,
        baseUrl: issuerUrl + slashes,
        fetch: async (url) => {
          requested.push(url)
          return new Response("", { status: 503 })
        }
      })
      await verify(await sign(current)).catch(() => {})

      assert.deepStrictEqual(requested, [`${issuerUrl}/api/v1/projects/${projectId}/.well-known/jwks.json`])
    }
  })

  it("the verifier reports a missing crypto.subtle instead of a wrong signature", async () => {
    const { verify } = setUp()
    const token = await sign(current)
    for (const value of [undefined, {}]) {
      vi.stubGlobal("crypto", value)
      const error = await verify(token).catch((error) => error)
      vi.unstubAllGlobals()

      assert.deepInclude(error, { _tag: "VerifierMisconfigured", setting: "crypto.subtle" })
    }
  })

  it("a token verifier with invalid options fails on every call, and explains the fix", async () => {
    const wrong: ReadonlyArray<Partial<VerifierOptions>> = [
      { projectId: "" },
      { projectId: "my project" },
      { projectId: "internals" },
      { projectId: "an internal" },
      { projectId: `${projectId}0` },
      { projectId: `0${projectId}` },
      { baseUrl: "xhttps://api.test" },
      { baseUrl: `${issuerUrl}/platform/api/v1` },
      { baseUrl: new URL(issuerUrl) as never },
      { baseUrl: "api.test" },
      { baseUrl: "ftp://api.test" },
      { baseUrl: `${issuerUrl}/api/v1` },
      { baseUrl: "https://user:secret@api.test" },
      { issuers: ["nowhere"] }
    ]
    for (const options of wrong) {
      assert.strictEqual(await rejection(setUp(options).verify(await sign(current))), "VerifierMisconfigured")
    }
    const error = await setUp({ projectId: "x" }).verify("t").catch((error: unknown) => error)
    assert.strictEqual(
      (error as Error).message,
      "projectId is neither a UUID nor \"internal\". Copy it from the project's settings."
    )
    const next = "Use a URL such as https://api.stack-auth.com, without /api/v1."
    const messages = [{ baseUrl: "here" }, { issuers: ["nowhere"] }, { issuers: ["ftp://api.test"] }].map((options) =>
      setUp(options).verify("t").catch((error: Error) => error.message)
    )
    assert.deepStrictEqual(await Promise.all(messages as ReadonlyArray<Promise<unknown>>), [
      `baseUrl is not a URL. ${next}`,
      `issuers is not a URL. ${next}`,
      `issuers is not the URL of a platform. ${next}`
    ])
  })

  it("the verifier reports an expired token's expiry and the machine's time, but never the token", async () => {
    const { time, verify } = setUp()
    time.now += 3_600_000
    const token = await sign(current)

    const error = await verify(token).then(() => assert.fail("accepted"), (error: Error) => error)

    assert.strictEqual(
      error.message,
      "The access token was not accepted. It has expired. Refresh it. Expiry: 2026-01-01T12:10:00.000Z; "
        + "this machine's clock: 2026-01-01T13:00:00.000Z."
    )
    const { inspect } = await import("node:util")
    assert.notInclude(inspect(error) + JSON.stringify(error), token.slice(0, 20))
    assert.include(inspect(error), "TokenRejected")
  })

  it("the verifier returns frozen results, so that a caller can't change another caller's result", async () => {
    const { verify } = setUp()
    const token = await sign(current)
    const verified = await verify(token)

    assert.throws(() => Object.assign(verified.user, { id: "else" }), TypeError)
    assert.throws(() => Object.assign(verified.claims, { sub: "else" }), TypeError)
    assert.strictEqual((await verify(token)).user.id, claimsAtNoon.sub)
  })
})
