import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Anonymous from "../../../../schemas/endpoints/anonymous.ts"
import * as Metrics from "../../../../schemas/endpoints/metrics.ts"
import * as OAuthProviders from "../../../../schemas/endpoints/oauthProviders.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { overBothTransports } from "../../../support/transports.ts"
import { asAdmin, asServer, send, signIn, signUp } from "../support/support.ts"

const bob = { email: "bob@example.com", password: Redacted.make("battery staple") }

const metrics = asAdmin(Metrics.get())

const activities = (series: ReadonlyArray<{ readonly activity: number }>) =>
  series.map(({ activity }) => activity).join("").replace(/^0+/, "")

overBothTransports(({ emulated }) => {
  describe("a project in numbers", () => {
    it.effect("counts sign-ups and active users by UTC day, today last", () =>
      Effect.gen(function*() {
        yield* TestClock.adjust("40 days")
        yield* signUp()
        yield* TestClock.adjust("1 day")
        yield* signUp(bob)
        yield* signIn()
        yield* TestClock.adjust("2 days")
        yield* signIn()
        yield* signIn()

        const { dailyActiveUsers, dailyUsers } = yield* metrics

        assert.deepStrictEqual([dailyUsers.length, dailyActiveUsers.length], [31, 31])
        assert.deepStrictEqual([dailyUsers[0]!.date, dailyUsers[30]!.date], ["1970-01-14", "1970-02-13"])
        assert.strictEqual(activities(dailyUsers), "1100")
        assert.strictEqual(activities(dailyActiveUsers), "1201")
      }).pipe(Effect.provide(emulated())))

    it.effect("forgets what is older than 30 days", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* TestClock.adjust("31 days")
        yield* signIn()

        const { dailyActiveUsers, dailyUsers, totalUsers } = yield* metrics

        assert.deepStrictEqual([activities(dailyUsers), activities(dailyActiveUsers), totalUsers], ["", "1", 1])
      }).pipe(Effect.provide(emulated())))

    it.effect("counts anonymous users, and shows them only among the active ones", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        yield* TestClock.adjust("1 second")
        const anonymous = yield* Anonymous.signUp()

        const { recentlyActive, recentlyRegistered, totalUsers } = yield* metrics

        assert.strictEqual(totalUsers, 2)
        assert.deepStrictEqual(recentlyRegistered.map(({ id }) => id), [userId])
        assert.deepStrictEqual(recentlyActive.map(({ id }) => id), [anonymous.userId, userId])
        assert.deepStrictEqual(yield* asAdmin(Metrics.getUserCounts()), { totalUsers: 2, anonymousUsers: 1 })
      }).pipe(Effect.provide(emulated())))

    it.effect("shows five users at most, the newest first", () =>
      Effect.gen(function*() {
        const people = yield* Effect.forEach(
          ["a", "b", "c", "d", "e", "f"],
          (name) => asServer(Users.create({ displayName: name }))
        )

        const { recentlyActive, recentlyRegistered } = yield* metrics

        assert.deepStrictEqual(recentlyRegistered, people.slice(1).reverse())
        assert.deepStrictEqual(recentlyActive, [])
      }).pipe(Effect.provide(emulated())))

    it.effect("counts users by the ways they sign in, and leaves unused ones out", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* signUp(bob)
        yield* Users.updateMe({ otpAuthEnabled: true })

        const { loginMethods } = yield* metrics

        assert.deepStrictEqual(loginMethods, [{ method: "password", count: 2 }, { method: "otp", count: 1 }])
      }).pipe(Effect.provide(emulated())))

    it.effect("counts no account that is only linked as a way to sign in", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const account = { userId, accountId: "ann", email: "ann@example.com", allowConnectedAccounts: true } as const
        yield* asServer(OAuthProviders.create({ ...account, providerConfigId: "google", allowSignIn: false }))
        yield* asServer(OAuthProviders.create({ ...account, providerConfigId: "github", allowSignIn: true }))

        const { loginMethods } = yield* metrics

        assert.deepStrictEqual(loginMethods, [{ method: "password", count: 1 }, { method: "github", count: 1 }])
      }).pipe(Effect.provide(emulated({
        config: { oauthProviders: [{ id: "google", type: "shared" }, { id: "github", type: "shared" }] }
      }))))

    it.effect("counts users by the country they were last seen in", () =>
      Effect.gen(function*() {
        yield* signUp()
        const seenIn = (country: string) =>
          send("POST", "/api/v1/auth/password/sign-in", {
            level: "client",
            headers: { "x-forwarded-for": "192.0.2.1", "x-vercel-ip-country": country },
            json: { email: "ann@example.com", password: "correct horse" }
          })

        yield* seenIn("NO")
        yield* seenIn("JP")

        assert.deepStrictEqual((yield* metrics).usersByCountry, { JP: 1 })
      }).pipe(Effect.provide(emulated())))

    it.effect("knows each user's days", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        yield* TestClock.adjust("2 days")
        yield* signIn()

        const { dataPoints } = yield* asAdmin(Metrics.getUserActivity({ userId }))

        assert.strictEqual(activities(dataPoints), "101")
      }).pipe(Effect.provide(emulated())))
  })
})
