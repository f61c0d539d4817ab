/** Restricted users count as signed out by default. docs/laws.md U1, U2. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Session } from "../../../../layers/session/Session.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { restrictionOf } from "../../../../schemas/entities/restriction.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import * as contactChannels from "../../../../src/flows/account/contactChannels.ts"
import * as currentUser from "../../../../src/flows/account/currentUser.ts"
import * as emailVerification from "../../../../src/flows/authentication/emailVerification.ts"
import * as signIn from "../../../../src/flows/authentication/signIn.ts"
import { signOut } from "../../../../src/flows/authentication/signOut.ts"
import * as signUp from "../../../../src/flows/authentication/signUp.ts"
import * as oauth from "../../../../src/flows/oauth/oauth.ts"
import { accessToken } from "../../../support/contract/project.ts"
import { userId, wireUser } from "../../../support/contract/wireEntities.ts"
import { conversation } from "../../../support/platform/conversation.ts"
import { json } from "../../../support/platform/scriptedTransport.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { ann, asServer, lastMail, signUp as signUpAnn } from "../../emulator/support/support.ts"
import { scriptedBrowser } from "../scriptedBrowser.ts"

const site = "http://localhost:3000"
const reason = "restricted_by_administrator"

/** Signs a user up, and then restricts the user. The session continues. */
const restrict = Effect.gen(function*() {
  const { userId } = yield* signUpAnn()
  yield* asServer(Users.update({ userId, restrictedByAdmin: true, restrictedByAdminReason: "Under review" }))
  return userId
})

/** Signs the restricted user in. The token contains the restriction. */
const restricted = Effect.gen(function*() {
  const userId = yield* restrict
  yield* signOut()
  yield* signIn.withPassword(ann)
  return userId
})

const lift = (userId: string) => asServer(Users.update({ userId, restrictedByAdmin: false }))

const state = Session.useSync((session) => session.state())

const restrictionInToken = Effect.map(
  state,
  (now) => now._tag === "SignedOut" ? undefined : restrictionOf(Option.getOrThrow(now.claims))
)

const tokenRequests = Emulator.useSync(({ requests }) =>
  requests.list().filter(({ path }) => path.startsWith("/auth/oauth/token")).length
)

const choices = ["return-null", "throw", "redirect", "anonymous", "anonymous-if-exists"] as const

overBothTransports(({ emulated }) => {
  describe("currentUser.get", () => {
    it.effect("U1: currentUser.get treats a restricted user as signed out: it returns null, fails with the reason or redirects to onboarding", () =>
      Effect.gen(function*() {
        yield* restricted
        const browser = yield* scriptedBrowser(`${site}/notes?page=2`)
        const get = <Choice extends currentUser.Or>(or: Choice) =>
          currentUser.get({ or }).pipe(Effect.provideContext(browser.context))

        assert.isNull(yield* get("return-null"))
        assert.isNull(yield* get("redirect"))
        assert.deepStrictEqual(browser.redirects, [
          "replace /handler/onboarding?after_auth_return_to=%2Fnotes%3Fpage%3D2"
        ])
        const error = yield* Effect.flip(get("throw"))
        assert.deepInclude(error, { _tag: "NotSignedIn", restrictedReason: reason })
        assert.match(error.message, /restricted_by_administrator.*onboarding/)
      }).pipe(Effect.provide(emulated())))

    it.effect("U1: currentUser.get with includeRestricted returns a restricted user with the reason, for every `or` option", () =>
      Effect.gen(function*() {
        const id = yield* restricted

        for (const or of choices) {
          const user = yield* currentUser.get({ or, includeRestricted: true })
          assert.deepInclude(user, { id, isRestricted: true, restrictedByAdminReason: "Under review" }, or)
          assert.deepStrictEqual(user?.restrictedReason, { type: reason }, or)
        }
      }).pipe(Effect.provide(emulated())))

    it.effect("with the anonymous options, currentUser.get keeps a restricted user's session, and rejects includeRestricted: false", () =>
      Effect.gen(function*() {
        const id = yield* restricted

        const found = yield* currentUser.get({ or: "anonymous" })
        // @ts-expect-error the types reject it as well
        const refused = yield* Effect.flip(currentUser.get({ or: "anonymous", includeRestricted: false }))

        assert.strictEqual(found.id, id)
        assert.strictEqual(refused._tag === "CallError" && refused.reason._tag, "InvalidInput")
      }).pipe(Effect.provide(emulated())))

    it.effect("U1: currentUser.get distinguishes anonymous from restricted users, although the platform reports both as restricted", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp.anonymously()
        const browser = yield* scriptedBrowser(`${site}/notes`)

        assert.isNull(yield* currentUser.get({ includeRestricted: true }))
        yield* currentUser.get({ or: "redirect" }).pipe(Effect.provideContext(browser.context))
        assert.match(browser.redirects[0]!, /^replace \/handler\/sign-in/)
        assert.strictEqual((yield* currentUser.get({ or: "anonymous" })).id, userId)
        assert.strictEqual((yield* state)._tag, "SignedIn")
      }).pipe(Effect.provide(emulated())))
  })

  describe("the session of a restricted user", () => {
    it.effect("U1: the state of a restricted user's session contains the reason", () =>
      Effect.gen(function*() {
        yield* restricted

        const now = yield* state

        assert.deepInclude(now, { _tag: "Restricted", restrictedReason: reason })
      }).pipe(Effect.provide(emulated())))

    it.effect("U2: the token is refreshed if the user's restriction was lifted after the token was issued", () =>
      Effect.gen(function*() {
        const userId = yield* restricted
        yield* lift(userId)

        const user = yield* currentUser.get({ or: "throw" })

        assert.strictEqual(user.id, userId)
        assert.strictEqual((yield* state)._tag, "SignedIn")
        assert.isNull(yield* restrictionInToken)
      }).pipe(Effect.provide(emulated())))

    it.effect("U2: the token is refreshed if the user was restricted after the token was issued", () =>
      Effect.gen(function*() {
        yield* restrict
        assert.isNull(yield* restrictionInToken)

        assert.isNull(yield* currentUser.get())

        assert.strictEqual(yield* restrictionInToken, reason)
      }).pipe(Effect.provide(emulated())))

    it.effect("U2: a restricted user's token is refreshed once, not with every read", () =>
      Effect.gen(function*() {
        const userId = yield* restricted
        yield* currentUser.get()
        const before = yield* tokenRequests
        yield* lift(userId)

        yield* Effect.all([currentUser.get(), currentUser.get()], { concurrency: "unbounded" })
        yield* currentUser.get()

        assert.strictEqual((yield* tokenRequests) - before, 1)
      }).pipe(Effect.provide(emulated())))
  })

  describe("refreshed access tokens", () => {
    const isRefreshedBy = <A, E, R>(act: Effect.Effect<A, E, R>) =>
      Effect.gen(function*() {
        const session = yield* Session
        const before = yield* session.tokens()
        yield* act
        const after = yield* session.tokens()
        return Option.getOrThrow(before).accessToken !== Option.getOrThrow(after).accessToken
      })

    it.effect("U2: the token is refreshed after an address is verified, even with a used link", () =>
      Effect.gen(function*() {
        yield* signUpAnn()
        const { code } = yield* lastMail(ann.email)

        assert.isTrue(yield* isRefreshedBy(emailVerification.verify({ code })))
        assert.isTrue(yield* isRefreshedBy(Effect.flip(emailVerification.verify({ code }))))
      }).pipe(Effect.provide(emulated())))

    it.effect("U2: the token is refreshed after the primary address is changed", () =>
      Effect.gen(function*() {
        yield* signUpAnn()
        const other = yield* contactChannels.add({ value: "other@example.com" })
        const of = { contactChannelId: other.id }

        assert.isTrue(yield* isRefreshedBy(contactChannels.makePrimary(of)))
        assert.isTrue(yield* isRefreshedBy(contactChannels.changeValue({ ...of, value: "third@example.com" })))
        assert.isTrue(yield* isRefreshedBy(contactChannels.remove(of)))
        assert.isTrue(yield* isRefreshedBy(contactChannels.add({ value: "fourth@example.com", isPrimary: true })))
        assert.isFalse(yield* isRefreshedBy(contactChannels.add({ value: "fifth@example.com" })))
      }).pipe(Effect.provide(emulated())))
  })

  describe("a platform that requires verified addresses", () => {
    const platform = emulated({ revision: "2026-04", config: { requireEmailVerification: true } })
    const account = { email: ann.email, password: ann.password, verificationCallbackUrl: `${site}/verify` }

    it.effect("a sign-up returns the pending verification and redirects to onboarding", () =>
      Effect.gen(function*() {
        const browser = yield* scriptedBrowser(`${site}/handler/sign-up?after_auth_return_to=%2Fbasket`)

        const { restrictedReason } = yield* signUp.withPassword({ ...account, redirect: true }).pipe(
          Effect.provideContext(browser.context)
        )

        assert.strictEqual(restrictedReason, "email_not_verified")
        assert.deepStrictEqual(browser.redirects, ["replace /handler/onboarding?after_auth_return_to=%2Fbasket"])
        assert.isNull(yield* currentUser.get())
      }).pipe(Effect.provide(platform)))

    it.effect("U2: verifying the address lifts the restriction, including in the token", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp.withPassword(account)
        const before = yield* restrictionInToken
        yield* emailVerification.verify({ code: (yield* lastMail(ann.email)).code })

        const user = yield* currentUser.get({ or: "throw" })

        assert.strictEqual(user.id, userId)
        assert.deepStrictEqual([before, yield* restrictionInToken], ["email_not_verified", null])
      }).pipe(Effect.provide(platform)))

    it.effect("making an address primary sends a verification email only if the address is unverified", () =>
      Effect.gen(function*() {
        yield* signUp.withPassword(account)
        const callbackUrl = `${site}/verify`
        const other = yield* contactChannels.changePrimary({ value: " Other@example.com ", callbackUrl })
        const { code } = yield* lastMail("other@example.com")
        yield* emailVerification.verify({ code })

        yield* contactChannels.changePrimary({ value: "other@example.com", callbackUrl })

        assert.deepInclude(other, { value: "other@example.com", isPrimary: true, isVerified: false })
        assert.deepStrictEqual((yield* contactChannels.list()).map(({ value }) => value), ["other@example.com"])
        assert.strictEqual((yield* currentUser.get())?.primaryEmail, "other@example.com")
        const mails = yield* Emulator.useSync(({ outbox }) => outbox.byAddress("other@example.com").length)
        assert.strictEqual(mails, 1)
      }).pipe(Effect.provide(platform)))
  })

  describe("a platform without restricted users", () => {
    it.effect("U4: on a platform without restricted users, currentUser.get returns every user and refreshes no token", () =>
      Effect.gen(function*() {
        const { restrictedReason, userId } = yield* signUp.withPassword({
          email: ann.email,
          password: ann.password,
          verificationCallbackUrl: `${site}/verify`
        })
        const before = yield* tokenRequests

        const user = yield* currentUser.get({ or: "throw" })

        assert.isNull(restrictedReason)
        assert.strictEqual(user.id, userId)
        assert.strictEqual(yield* tokenRequests, before)
      }).pipe(Effect.provide(emulated({ revision: "2025-08" }))))
  })

  describe("sign-in of a restricted user", () => {
    it.effect("sign-in of a restricted user returns the restriction", () =>
      Effect.gen(function*() {
        yield* restrict
        yield* signOut()

        const { restrictedReason } = yield* signIn.withPassword(ann)

        assert.strictEqual(restrictedReason, reason)
      }).pipe(Effect.provide(emulated())))

    it.effect("sign-in redirects a restricted user to onboarding, which continues to the original target", () =>
      Effect.gen(function*() {
        yield* restrict
        yield* signOut()
        const browser = yield* scriptedBrowser(`${site}/handler/sign-in`)
        const signInAndRedirect = signIn.withPassword({ ...ann, redirect: true }).pipe(
          Effect.provideContext(browser.context)
        )

        yield* signInAndRedirect
        browser.visit("/handler/sign-in?after_auth_return_to=%2Fbasket")
        yield* signInAndRedirect
        browser.visit("/handler/sign-in?after_auth_return_to=https%3A%2F%2Fevil.example%2F")
        yield* signInAndRedirect

        assert.deepStrictEqual(browser.redirects, [
          "replace /handler/onboarding",
          "replace /handler/onboarding?after_auth_return_to=%2Fbasket",
          "replace /handler/onboarding"
        ])
      }).pipe(Effect.provide(emulated())))

    it.effect("sign-in at a provider with an unverified address redirects to onboarding", () =>
      Effect.gen(function*() {
        const { oauth: provider } = yield* Emulator
        const browser = yield* scriptedBrowser(`${site}/handler/sign-in?after_auth_return_to=%2Fbasket`)
        const departure = yield* browser.untilExternalRedirect(oauth.signIn({ provider: "github" }))
        const account = { email: "bob@example.com", verified: false }
        browser.visit(yield* Effect.promise(() => provider.signIn({ authorizeUrl: departure.href, account })))

        const back = yield* Effect.provideContext(oauth.callback(), browser.context)

        assert.deepStrictEqual(back, { isNewUser: true, restrictedReason: "email_not_verified" })
        assert.deepStrictEqual(browser.redirects, ["replace /handler/onboarding?after_auth_return_to=%2Fbasket"])
        assert.strictEqual((yield* state)._tag, "Restricted")
      }).pipe(Effect.provide(emulated({
        revision: "2026-04",
        config: { requireEmailVerification: true, oauthProviders: [{ id: "github", type: "standard" }] }
      }))))
  })
})

describe("a platform whose tokens contain no restriction", () => {
  it.effect("a token whose claims a refresh doesn't change is refreshed once, not with every read", () =>
    Effect.gen(function*() {
      const me = json({ ...wireUser, id: userId, is_restricted: true, restricted_reason: { type: reason } })
      const token = json({
        access_token: accessToken({ exp: 4e9 }),
        token_type: "bearer",
        expires_in: 600,
        scope: "legacy"
      })
      const threeReads = Effect.all([currentUser.get(), currentUser.get(), currentUser.get()])

      const { requests, value } = yield* conversation("client", threeReads, me, token, me, me)

      assert.deepStrictEqual(value(), [null, null, null])
      assert.deepStrictEqual(requests.map(({ url }) => new URL(url).pathname.replace("/api/v1", "")), [
        "/users/me",
        "/auth/oauth/token",
        "/users/me",
        "/users/me"
      ])
    }))
})
