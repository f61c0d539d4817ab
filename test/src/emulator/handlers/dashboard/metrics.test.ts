import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Anonymous from "../../../../../schemas/endpoints/anonymous.ts"
import * as Metrics from "../../../../../schemas/endpoints/metrics.ts"
import * as OAuthProviders from "../../../../../schemas/endpoints/oauthProviders.ts"
import * as Teams from "../../../../../schemas/endpoints/teams.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { asAdmin, asServer, send, signIn, signUp } from "../../support/support.ts"

const bob = { email: "bob@example.com", password: Redacted.make("battery staple") }

const metrics = asAdmin(Metrics.get())

const activities = (series: ReadonlyArray<{ readonly activity: number }>) =>
  series.map(({ activity }) => activity).join("").replace(/^0+/, "")

overBothTransports(({ emulated }) => {
  describe("metrics of a project", () => {
    it.effect("project metrics count sign-ups and active users by UTC day, with today last", () =>
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

    it.effect("project metrics discard activity older than 30 days", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* TestClock.adjust("31 days")
        yield* signIn()

        const { dailyActiveUsers, dailyUsers, totalUsers } = yield* metrics

        assert.deepStrictEqual([activities(dailyUsers), activities(dailyActiveUsers), totalUsers], ["", "1", 1])
      }).pipe(Effect.provide(emulated())))

    it.effect("project metrics count anonymous users, and list them only among the active users", () =>
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

    it.effect("project metrics list at most five users, newest first", () =>
      Effect.gen(function*() {
        const people = yield* Effect.forEach(
          ["a", "b", "c", "d", "e", "f"],
          (name) => asServer(Users.create({ displayName: name }))
        )

        const { recentlyActive, recentlyRegistered } = yield* metrics

        assert.deepStrictEqual(recentlyRegistered, people.slice(1).reverse())
        assert.deepStrictEqual(recentlyActive, [])
      }).pipe(Effect.provide(emulated())))

    for (const [revision, shown] of [["2025-08", "fedc"], ["2026-04", "fedca"]] as const) {
      it.effect(`on ${revision}, deleted users are ${shown.length === 5 ? "skipped" : "missing"} in the metrics' list of recently active users`, () =>
        Effect.gen(function*() {
          const ids = new Map<string, string>()
          for (const name of "abcdef") {
            const { userId } = yield* signUp({ ...bob, email: `${name}@example.com` })
            ids.set(userId, name)
            yield* TestClock.adjust("1 second")
            if (name === "b") yield* asServer(Users.delete({ userId }))
          }

          const { recentlyActive } = yield* metrics

          assert.strictEqual(recentlyActive.map(({ id }) => ids.get(id)).join(""), shown)
        }).pipe(Effect.provide(emulated({ revision }))))
    }

    it.effect("project metrics include overviews of users, emails, payments and visits on 2026-04, but not on 2025-08", () =>
      Effect.gen(function*() {
        yield* TestClock.adjust("40 days")
        const { userId } = yield* signUp()
        yield* asServer(Users.update({ userId, primaryEmailVerified: true }))
        yield* asServer(Teams.create({ displayName: "A", creatorUserId: userId }))
        yield* TestClock.adjust("1 day")
        yield* signUp(bob)
        yield* signIn()
        yield* Anonymous.signUp()
        yield* TestClock.adjust("2 days")
        yield* signIn()

        const { analyticsOverview, authOverview, emailOverview, paymentsOverview } = yield* metrics
        const { authOverview: withAnonymous } = yield* asAdmin(Metrics.get({ includeAnonymous: true }))
        const earlier = yield* Effect.provide(metrics, emulated({ revision: "2025-08" }))

        const { dailyActiveTeamsSplit: teams, dailyActiveUsersSplit: users, ...counts } = authOverview!
        assert.deepStrictEqual(counts, {
          verifiedUsers: 1,
          unverifiedUsers: 1,
          anonymousUsers: 1,
          totalTeams: 1,
          mau: 2,
          totalUsersFiltered: 2
        })
        assert.deepStrictEqual([withAnonymous!.totalUsersFiltered, withAnonymous!.mau], [3, 3])
        assert.deepStrictEqual([users.total, users.new, users.retained, users.reactivated].map(activities), [
          "1201",
          "1100",
          "100",
          "1"
        ])
        assert.deepStrictEqual([teams.total, teams.new, teams.retained, teams.reactivated].map(activities), [
          "1101",
          "1000",
          "100",
          "1"
        ])
        assert.deepInclude(emailOverview!, { emailsByStatus: { sent: 2 }, totalEmails: 2, emailsSent: 2 })
        assert.strictEqual(activities(emailOverview!.dailyEmails), "1100")
        assert.deepInclude(emailOverview!.recentEmails[0]!, { status: "sent" })
        assert.strictEqual(paymentsOverview!.totalOrders, 0)
        assert.strictEqual(analyticsOverview!.dailyVisitors.length, 31)
        assert.doesNotHaveAnyKeys(earlier, ["authOverview", "emailOverview", "paymentsOverview", "analyticsOverview"])
      }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

    it.effect("project metrics count users by sign-in method, without unused methods", () =>
      Effect.gen(function*() {
        yield* signUp()
        yield* signUp(bob)
        yield* Users.updateMe({ otpAuthEnabled: true })

        const { loginMethods } = yield* metrics

        assert.deepStrictEqual(loginMethods, [{ method: "password", count: 2 }, { method: "otp", count: 1 }])
      }).pipe(Effect.provide(emulated())))

    it.effect("project metrics don't count a linked account as a sign-in method unless it is used for sign-in", () =>
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

    it.effect("project metrics count users by the country of their latest request", () =>
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

    it.effect("metrics.getUserActivity returns the days on which a user was active", () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        yield* TestClock.adjust("2 days")
        yield* signIn()

        const { dataPoints } = yield* asAdmin(Metrics.getUserActivity({ userId }))

        assert.strictEqual(activities(dataPoints), "101")
      }).pipe(Effect.provide(emulated())))
  })
})
