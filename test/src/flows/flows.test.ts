/** Flows with the emulator, in-process and over a port, in virtual time. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { Navigation } from "../../../layers/browser/Navigation.ts"
import { Session } from "../../../layers/session/Session.ts"
import { VerificationCodeError } from "../../../schemas/errors/verificationCodes.ts"
import { Emulator, type Seed } from "../../../src/emulator/index.ts"
import * as project from "../../../src/flows/account/currentProject.ts"
import * as currentUser from "../../../src/flows/account/currentUser.ts"
import * as sessions from "../../../src/flows/account/sessions.ts"
import * as emailVerification from "../../../src/flows/authentication/emailVerification.ts"
import * as password from "../../../src/flows/authentication/password.ts"
import * as signIn from "../../../src/flows/authentication/signIn.ts"
import { signOut } from "../../../src/flows/authentication/signOut.ts"
import * as signUp from "../../../src/flows/authentication/signUp.ts"
import * as Client from "../../../src/programs/Client.ts"
import { overBothTransports, whenDone } from "../../support/platform/transports.ts"

const ada = { email: "ada@example.com", password: "correct horse" }
const verificationCallbackUrl = "http://localhost/verify"
const callbackUrl = "http://localhost/callback"

/** Another device with a separate session. */
const anotherDevice = Effect.map(
  Layer.build(Client.layerNoProject()),
  (device) => <A, E, R>(flow: Effect.Effect<A, E, R>) => Effect.provide(flow, device)
)

const lastMail = (address: string) => Emulator.useSync(({ outbox }) => outbox.byAddress(address).at(-1)!)

const requests = Emulator.useSync((emulator) => emulator.requests.list().map(({ method, path }) => `${method} ${path}`))

const clearRequests = Emulator.useSync((emulator) => emulator.requests.clear())

const isSignedIn = Session.useSync((session) => session.state()._tag === "SignedIn")

const tagOf = <A, E extends { readonly _tag: string }, R>(flow: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(flow), ({ _tag }) => _tag)

const reasonOf = <A, E extends { readonly _tag: string; readonly reason?: { readonly _tag: string } }, R>(
  flow: Effect.Effect<A, E, R>
) => Effect.map(Effect.flip(flow), ({ _tag, reason }) => `${_tag} ${reason?._tag}`)

overBothTransports((transport) => {
  /** A platform, and the device of a user. */
  const platform = (seed: Seed = { users: [ada] }) =>
    Client.layerNoProject().pipe(
      Layer.provideMerge(Emulator.layerProject()),
      Layer.provideMerge(transport.platform(seed))
    )

  describe("the basic flows", () => {
    it.effect("a user can sign up, verify the address, sign out and sign in", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp.withPassword({ ...ada, verificationCallbackUrl })
        const before = yield* currentUser.get({ or: "throw" })
        yield* emailVerification.verify({ code: (yield* lastMail(ada.email)).code! })
        const after = yield* currentUser.get({ or: "throw" })
        const { revoked } = yield* signOut()
        const signedOut = yield* currentUser.get()
        const again = yield* signIn.withPassword(ada)

        assert.deepStrictEqual([before.primaryEmailVerified, after.primaryEmailVerified], [false, true])
        assert.isTrue(revoked)
        assert.isNull(signedOut)
        assert.strictEqual(again.userId, userId)
      }).pipe(Effect.provide(platform({}))))

    it.effect("sign-in with a wrong password fails with EmailPasswordMismatch and leaves no session", () =>
      Effect.gen(function*() {
        const tag = yield* tagOf(signIn.withPassword({ ...ada, password: "wrong horse" }))

        assert.strictEqual(tag, "EmailPasswordMismatch")
        assert.isFalse(yield* isSignedIn)
      }).pipe(Effect.provide(platform())))

    it.effect("the session stays signed in after its access token has expired", () =>
      Effect.gen(function*() {
        yield* signIn.withPassword(ada)
        yield* clearRequests
        yield* TestClock.adjust("1 day")
        const user = yield* currentUser.get({ or: "throw" })

        assert.strictEqual(user.primaryEmail, ada.email)
        assert.deepStrictEqual(yield* requests, ["POST /auth/oauth/token", "GET /users/me"])
      }).pipe(Effect.provide(platform())))
  })

  describe("signUp.withPassword", () => {
    const later: Seed = { signUpWithoutCallback: true }

    const onUntrustedPage = Effect.provideService(Navigation, {
      go: () => Effect.void,
      here: () => new URL("https://preview.example.com/handler/sign-up")
    })

    const mails = Emulator.useSync(({ outbox }) => outbox.list().length)

    it.effect("sign-up sends no email if the callback URL is null", () =>
      Effect.gen(function*() {
        yield* signUp.withPassword({ ...ada, verificationCallbackUrl: null })

        assert.isTrue(yield* isSignedIn)
        assert.strictEqual(yield* mails, 0)
      }).pipe(Effect.provide(platform(later))))

    it.effect("sign-up on a page that is not trusted sends no email and logs the omission", () => {
      const logged: Array<string> = []
      return Effect.gen(function*() {
        yield* signUp.withPassword(ada).pipe(onUntrustedPage)

        assert.isTrue(yield* isSignedIn)
        assert.strictEqual(yield* mails, 0)
        assert.strictEqual(logged.length, 1)
        assert.match(logged[0]!, /^Signed up without a verification email.*not on a trusted domain/)
      }).pipe(
        Effect.provide([
          platform(later),
          Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])
        ])
      )
    })

    it.effect("sign-up on an untrusted page fails if the platform requires a verification email", () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* tagOf(signUp.withPassword(ada).pipe(onUntrustedPage)), "RedirectUrlNotWhitelisted")
        assert.isFalse(yield* isSignedIn)
      }).pipe(Effect.provide(platform({}))))

    it.effect("sign-up fails for an explicit callback URL that is not trusted", () =>
      Effect.gen(function*() {
        const tag = yield* tagOf(
          signUp.withPassword({ ...ada, verificationCallbackUrl: "https://preview.example.com/verify" })
        )

        assert.strictEqual(tag, "RedirectUrlNotWhitelisted")
        assert.deepStrictEqual(yield* requests, ["POST /auth/password/sign-up"])
      }).pipe(Effect.provide(platform(later))))

    it.effect("without a page, the error about the callback URL names the option to set", () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(signUp.withPassword(ada))

        assert.match(error.message, /verificationCallbackUrl/)
        assert.deepStrictEqual(yield* requests, [])
      }).pipe(Effect.provide(platform({}))))
  })

  describe("signIn with one-time codes", () => {
    it.effect("sign-in accepts a typed code in upper or lower case and with spaces, together with the nonce", () =>
      Effect.gen(function*() {
        const { nonce } = yield* signIn.sendCode({ email: ada.email, callbackUrl })
        const { otp } = yield* lastMail(ada.email)
        const typed = otp!.toLowerCase()
        const { isNewUser } = yield* signIn.withCode({ code: ` ${typed.slice(0, 3)} ${typed.slice(3)} `, nonce })

        assert.isFalse(isNewUser)
        assert.isTrue(yield* isSignedIn)
      }).pipe(Effect.provide(platform())))

    it.effect("sign-in accepts the code of an emailed link, and creates an account for a new address", () =>
      Effect.gen(function*() {
        yield* signIn.sendCode({ email: "grace@example.com", callbackUrl })
        const { code } = yield* lastMail("grace@example.com")
        const { isNewUser, userId } = yield* signIn.withLink({ code: code! })
        const user = yield* currentUser.get({ or: "throw" })

        assert.isTrue(isNewUser)
        assert.strictEqual(user.id, userId)
        assert.isTrue(user.primaryEmailVerified)
      }).pipe(Effect.provide(platform())))

    it.effect("sign-in accepts an emailed link once, and not after 7 days", () =>
      Effect.gen(function*() {
        yield* signIn.sendCode({ email: ada.email, callbackUrl })
        const used = (yield* lastMail(ada.email)).code!
        yield* signIn.withLink({ code: used })
        const again = yield* Effect.flip(signIn.withLink({ code: used }))
        yield* signIn.sendCode({ email: ada.email, callbackUrl })
        yield* TestClock.adjust("8 days")
        const late = yield* Effect.flip(signIn.withLink({ code: (yield* lastMail(ada.email)).code! }))

        assert.isTrue(again instanceof VerificationCodeError)
        assert.strictEqual(late._tag, "VerificationCodeExpired")
      }).pipe(Effect.provide(platform())))
  })

  describe("anonymous users", () => {
    it.effect("D17: an upgraded anonymous user keeps the id and a single session", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp.anonymously()
        const upgraded = yield* signUp.withPassword({ ...ada, verificationCallbackUrl })
        const user = yield* currentUser.get({ or: "throw" })

        assert.strictEqual(upgraded.userId, userId)
        assert.strictEqual(user.id, userId)
        assert.isFalse(user.isAnonymous)
        assert.isTrue(yield* isSignedIn)
      }).pipe(Effect.provide(platform({}))))

    /** Returns the number of a user's sessions. */
    const sessionsOf = (userId: string) =>
      Emulator.useSync(({ project, store }) =>
        store.projects.get(project.projectId)!.sessionsByUser.get(userId)?.length
      )

    it.effect("upgrading an anonymous user ends the anonymous session on every device", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp.anonymously()
        const [anonymous] = yield* sessions.list()
        yield* signUp.withPassword({ ...ada, verificationCallbackUrl })

        const remaining = yield* sessions.list()

        assert.strictEqual(yield* sessionsOf(userId), 1)
        assert.notInclude(remaining.map(({ id }) => id), anonymous!.id)
        assert.isTrue(remaining[0]!.isCurrentSession)
      }).pipe(Effect.provide(platform({}))))

    for (const how of ["password", "emailed code"]) {
      it.effect(`upgrading an anonymous user with a ${how} logs nothing`, () => {
        const logged: Array<string> = []
        return Effect.gen(function*() {
          yield* signUp.anonymously()
          if (how === "password") yield* signUp.withPassword({ ...ada, verificationCallbackUrl })
          else {
            const { nonce } = yield* signIn.sendCode({ email: ada.email, callbackUrl })
            yield* signIn.withCode({ nonce, code: (yield* lastMail(ada.email)).code!.slice(0, 6) })
          }

          assert.deepStrictEqual(logged, [])
          assert.isFalse((yield* currentUser.get({ or: "throw" })).isAnonymous)
        }).pipe(
          Effect.provide([
            platform({ config: { magicLinkEnabled: true } }),
            Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])
          ])
        )
      })
    }

    it.effect("an anonymous user who upgrades with an emailed code keeps the id", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp.anonymously()
        const { nonce } = yield* signIn.sendCode({ email: ada.email, callbackUrl })
        yield* signIn.withCode({ nonce, code: (yield* lastMail(ada.email)).code!.slice(0, 6) })

        const user = yield* currentUser.get({ or: "throw" })

        assert.strictEqual(user.id, userId)
        assert.strictEqual(yield* sessionsOf(userId), 1)
      }).pipe(Effect.provide(platform({ config: { magicLinkEnabled: true } }))))

    it.effect("an anonymous session continues on the platform after another user has signed in instead", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp.anonymously()
        yield* clearRequests
        yield* signIn.withPassword(ada)

        assert.strictEqual(yield* sessionsOf(userId), 1)
        assert.deepStrictEqual(yield* requests, ["POST /auth/password/sign-in"])
      }).pipe(Effect.provide(platform())))

    const isAnonymous = Session.useSync((session) => {
      const state = session.state()
      return state._tag === "SignedIn" && Option.exists(state.claims, (claims) => claims.isAnonymous)
    })
    const turn = Effect.promise(() => new Promise<void>((done) => setImmediate(done)))

    for (const respond of ["drop", { type: "latency", duration: "1 hour" }] as const) {
      it.effect(`an upgrade completes even if the anonymous session can't be ended: ${JSON.stringify(respond)}`, () =>
        Effect.gen(function*() {
          yield* signUp.anonymously()
          yield* Emulator.useSync(({ faults }) => faults.add({ endpoint: "sessions.delete", respond }))
          const signingUp = yield* Effect.forkChild(signUp.withPassword({ ...ada, verificationCallbackUrl }))
          while (yield* isAnonymous) yield* turn
          yield* whenDone(signingUp, respond === "drop" ? 0 : 1)

          assert.strictEqual((yield* currentUser.get({ or: "throw" })).primaryEmail, ada.email)
          assert.lengthOf(
            (yield* requests).filter((request) => request.startsWith("DELETE")),
            respond === "drop" ? 1 : 0
          )
        }).pipe(Effect.provide(platform({}))))
    }
  })

  describe("currentUser.get", () => {
    const choices = [
      "return-null",
      "throw",
      "redirect",
      "anonymous",
      "anonymous-if-exists",
      "anonymous-if-exists[deprecated]"
    ] as const

    /** Result for each value of `or`: a user id, `null`, or the tag of an error. */
    const eachChoice = Effect.forEach(choices, (or) =>
      currentUser.get({ or }).pipe(
        Effect.map((user) => user?.id ?? null),
        Effect.catch(({ _tag }) => Effect.succeed(_tag))
      ))

    it.effect("currentUser.get returns the signed-in user with every `or` option", () =>
      Effect.gen(function*() {
        const { userId } = yield* signIn.withPassword(ada)

        assert.deepStrictEqual(yield* eachChoice, Array(6).fill(userId))
      }).pipe(Effect.provide(platform())))

    it.effect("currentUser.get treats an anonymous user as signed out, except with the anonymous options", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp.anonymously()

        assert.deepStrictEqual(yield* eachChoice, [null, "NotSignedIn", null, userId, userId, userId])
      }).pipe(Effect.provide(platform())))

    it.effect("currentUser.get sends a request when signed out only with the option or: \"anonymous\"", () =>
      Effect.gen(function*() {
        const others = yield* Effect.forEach(
          ["return-null", "anonymous-if-exists", "anonymous-if-exists[deprecated]"] as const,
          (or) => currentUser.get({ or })
        )
        const tag = yield* tagOf(currentUser.get({ or: "throw" }))
        const silent = yield* requests
        const user = yield* currentUser.get({ or: "anonymous" })

        assert.deepStrictEqual([...others, tag], [null, null, null, "NotSignedIn"])
        assert.deepStrictEqual(silent, [])
        assert.isTrue(user.isAnonymous)
      }).pipe(Effect.provide(platform())))

    it.effect("currentUser.get({ or: \"redirect\" }) redirects to the sign-in page and returns null", () =>
      Effect.gen(function*() {
        const redirects: Array<unknown> = []
        const user = yield* currentUser.get({ or: "redirect" }).pipe(
          Effect.provideService(Navigation, {
            go: (url, options) => Effect.sync(() => void redirects.push([url, options])),
            here: () => undefined
          })
        )

        assert.isNull(user)
        assert.deepStrictEqual(redirects, [["/handler/sign-in", { replace: true }]])
      }).pipe(Effect.provide(platform())))

    it.effect("currentUser.get creates one anonymous user for concurrent callers, even if the first caller is interrupted", () =>
      Effect.gen(function*() {
        const first = yield* Effect.forkChild(currentUser.get({ or: "anonymous" }), { startImmediately: true })
        const others = yield* Effect.forkChild(
          Effect.all(Array.from({ length: 20 }, () => currentUser.get({ or: "anonymous" })), {
            concurrency: "unbounded"
          }),
          { startImmediately: true }
        )
        yield* Fiber.interrupt(first)
        const users = yield* Fiber.join(others)

        assert.strictEqual(new Set(users.map(({ id }) => id)).size, 1)
        assert.strictEqual((yield* requests).filter((request) => request.includes("anonymous")).length, 1)
      }).pipe(Effect.provide(platform())))

    it.effect("a session that the platform has ended counts as signed out permanently", () =>
      Effect.gen(function*() {
        yield* signIn.withPassword(ada)
        const other = yield* anotherDevice
        yield* other(signIn.withPassword(ada))
        const mine = (yield* sessions.list()).find(({ isCurrentSession }) => isCurrentSession === true)!
        yield* other(sessions.revoke({ id: mine.id }))
        yield* TestClock.adjust("1 hour")

        assert.isNull(yield* currentUser.get())
        assert.isFalse(yield* isSignedIn)
      }).pipe(Effect.scoped, Effect.provide(platform())))
  })

  describe("currentUser.update", () => {
    it.effect("currentUser.update changes the given fields, and the next call refreshes the token", () =>
      Effect.gen(function*() {
        yield* signIn.withPassword(ada)
        const { displayName } = yield* currentUser.update({ displayName: "Ada" })
        yield* currentUser.get()
        const state = yield* Session.useSync((session) => session.state())

        assert.strictEqual(displayName, "Ada")
        assert.strictEqual(
          state._tag === "SignedIn" && state.claims._tag === "Some" ? state.claims.value.name : undefined,
          "Ada"
        )
      }).pipe(Effect.provide(platform())))

    it.effect("currentUser.update fails with CannotGetOwnUserWithoutUser when signed out", () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* tagOf(currentUser.update({ displayName: "Ada" })), "CannotGetOwnUserWithoutUser")
      }).pipe(Effect.provide(platform())))
  })

  describe("currentUser.delete", () => {
    it.effect("currentUser.delete deletes the account and ends the session", () =>
      Effect.gen(function*() {
        yield* signIn.withPassword(ada)
        yield* currentUser.delete()

        assert.isFalse(yield* isSignedIn)
        assert.strictEqual(yield* tagOf(signIn.withPassword(ada)), "EmailPasswordMismatch")
      }).pipe(Effect.provide(platform({ users: [ada], config: { clientUserDeletionEnabled: true } }))))

    it.effect("currentUser.delete keeps the session if the project doesn't allow deleting the account", () =>
      Effect.gen(function*() {
        yield* signIn.withPassword(ada)
        const reason = yield* reasonOf(currentUser.delete())

        assert.strictEqual(reason, "CallError HttpFailure")
        assert.isTrue(yield* isSignedIn)
      }).pipe(Effect.provide(platform())))
  })

  describe("password", () => {
    it.effect("password.reset sets a new password with the emailed code, once, and ends every session", () =>
      Effect.gen(function*() {
        const other = yield* anotherDevice
        yield* other(signIn.withPassword(ada))
        yield* password.sendResetCode({ email: ada.email, callbackUrl })
        const code = (yield* lastMail(ada.email)).code!
        yield* password.checkResetCode({ code })
        yield* password.reset({ code, password: "battery staple" })
        yield* TestClock.adjust("1 hour")

        assert.isNull(yield* other(currentUser.get()))
        assert.strictEqual(yield* tagOf(password.checkResetCode({ code })), "VerificationCodeAlreadyUsed")
        assert.strictEqual(yield* tagOf(signIn.withPassword(ada)), "EmailPasswordMismatch")
        yield* signIn.withPassword({ ...ada, password: "battery staple" })
      }).pipe(Effect.scoped, Effect.provide(platform())))

    it.effect("password.update changes nothing for a wrong old password, and otherwise ends only the other sessions", () =>
      Effect.gen(function*() {
        const other = yield* anotherDevice
        yield* other(signIn.withPassword(ada))
        yield* signIn.withPassword(ada)
        const tag = yield* tagOf(password.update({ oldPassword: "wrong horse", newPassword: "battery staple" }))
        yield* password.update({ oldPassword: ada.password, newPassword: "battery staple" })
        yield* TestClock.adjust("1 hour")

        assert.strictEqual(tag, "PasswordConfirmationMismatch")
        assert.isNotNull(yield* currentUser.get())
        assert.isNull(yield* other(currentUser.get()))
      }).pipe(Effect.scoped, Effect.provide(platform())))

    it.effect("password.set sets the first password and rejects a second call", () =>
      Effect.gen(function*() {
        yield* signIn.sendCode({ email: "grace@example.com", callbackUrl })
        yield* signIn.withLink({ code: (yield* lastMail("grace@example.com")).code! })
        yield* password.set({ password: "amazing grace" })
        const reason = yield* reasonOf(password.set({ password: "another grace" }))
        yield* signOut()

        assert.strictEqual(reason, "CallError HttpFailure")
        yield* signIn.withPassword({ email: "grace@example.com", password: "amazing grace" })
      }).pipe(Effect.provide(platform())))
  })

  describe("sessions", () => {
    it.effect("sessions.list marks the current session, and sessions.revoke ends any other session but not the current one", () =>
      Effect.gen(function*() {
        const other = yield* anotherDevice
        yield* other(signIn.withPassword(ada))
        yield* TestClock.adjust("1 second")
        yield* signIn.withPassword(ada)
        const all = yield* sessions.list()
        const [mine, theirs] = [true, false].map((current) =>
          all.find(({ isCurrentSession }) => (isCurrentSession ?? false) === current)!
        )
        const tag = yield* tagOf(sessions.revoke({ id: mine!.id }))
        yield* sessions.revoke({ id: theirs!.id })

        assert.strictEqual(all.length, 2)
        assert.strictEqual(tag, "CannotDeleteCurrentSession")
        assert.deepStrictEqual((yield* sessions.list()).map(({ id }) => id), [mine!.id])
      }).pipe(Effect.scoped, Effect.provide(platform())))
  })

  describe("signOut", () => {
    it.effect("without a connection, signOut ends the session and reports that it isn't revoked", () =>
      Effect.gen(function*() {
        yield* signIn.withPassword(ada)
        const { faults } = yield* Emulator
        faults.add({ respond: "drop" })
        const signingOut = yield* Effect.forkChild(signOut())

        assert.deepStrictEqual(yield* whenDone(signingOut), { revoked: false })
        assert.isFalse(yield* isSignedIn)
      }).pipe(Effect.provide(platform())))

    it.effect("signOut revokes a session with an expired access token, and doesn't restore it", () =>
      Effect.gen(function*() {
        yield* signIn.withPassword(ada)
        const tokens = yield* Session.use((session) => session.tokens())
        const { refreshToken } = Option.getOrThrow(tokens)
        yield* TestClock.adjust("11 minutes")
        yield* clearRequests

        assert.deepStrictEqual(yield* signOut(), { revoked: true })

        assert.isFalse(yield* isSignedIn)
        assert.deepStrictEqual(yield* requests, ["POST /auth/oauth/token", "DELETE /auth/sessions/current"])
        yield* Session.use((session) => session.keep({ refreshToken: refreshToken! }))
        assert.isNull(yield* currentUser.get())
      }).pipe(Effect.provide(platform())))

    it.effect("signOut counts a session that had already ended as revoked", () =>
      Effect.gen(function*() {
        yield* signIn.withPassword(ada)
        const other = yield* anotherDevice
        yield* other(signIn.withPassword(ada))
        const mine = (yield* sessions.list()).find(({ isCurrentSession }) => isCurrentSession === true)!
        yield* other(sessions.revoke({ id: mine.id }))

        assert.deepStrictEqual(yield* signOut(), { revoked: true })
      }).pipe(Effect.scoped, Effect.provide(platform())))

    it.effect("signOut does nothing when signed out", () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* signOut(), { revoked: true })
        assert.deepStrictEqual(yield* requests, [])
      }).pipe(Effect.provide(platform())))
  })

  describe("project.checkFeatureSupport", () => {
    it.effect("project.checkFeatureSupport always fails, with the platform's response", () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(project.checkFeatureSupport({ featureName: "Carrier pigeons" }))

        if (error._tag !== "FeatureNotSupported") return assert.fail(error.message)
        assert.match(Redacted.value(error.response), /^Carrier pigeons is not supported yet\./)
        assert.match(error.message, /does not support "Carrier pigeons"/)
      }).pipe(Effect.provide(platform())))
  })

  describe("links in emails", () => {
    it.effect("links in emails require a callback URL if there is no page", () =>
      Effect.gen(function*() {
        const reason = yield* reasonOf(password.sendResetCode({ email: ada.email }))

        assert.strictEqual(reason, "CallError InvalidInput")
        assert.deepStrictEqual(yield* requests, [])
      }).pipe(Effect.provide(platform())))

    it.effect("links in emails lead to the current page's site, and keep the return URL", () =>
      Effect.gen(function*() {
        yield* signUp.withPassword(ada).pipe(
          Effect.provideService(Navigation, {
            go: () => Effect.void,
            here: () => new URL("http://localhost/handler/sign-up?after_auth_return_to=%2Fbasket")
          })
        )
        const { link } = yield* lastMail(ada.email)
        const url = new URL(link!)

        assert.strictEqual(`${url.origin}${url.pathname}`, "http://localhost/handler/email-verification")
        assert.strictEqual(url.searchParams.get("after_auth_return_to"), "/basket")
      }).pipe(Effect.provide(platform({}))))
  })
})
