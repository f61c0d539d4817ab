/** Rules and other checks that apply at sign-up. docs/platform.md §8.3, docs/protocol.md §13.1. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Anonymous from "../../../../../schemas/endpoints/anonymous.ts"
import * as Otp from "../../../../../schemas/endpoints/otp.ts"
import * as Password from "../../../../../schemas/endpoints/password.ts"
import * as SignUpRules from "../../../../../schemas/endpoints/signUpRules.ts"
import * as Users from "../../../../../schemas/endpoints/users.ts"
import { Emulator, type ProjectConfig, type Seed } from "../../../../../src/emulator/index.ts"
import { authorizeUrl } from "../../support/browser.ts"
import { ann, asAdmin, asServer, callbackUrl, emulated, lastMail, send, signUp } from "../../support/support.ts"

type Rule = ProjectConfig["signUpRules"][number]

const rule = (id: string, type: Rule["action"]["type"], condition: string, fields: Partial<Rule> = {}): Rule => ({
  id,
  displayName: `Rule ${id}`,
  enabled: true,
  priority: 0,
  condition,
  action: { type, message: "for us alone" },
  ...fields
})

const withRules = (signUpRules: ReadonlyArray<Rule>, config: Partial<ProjectConfig> = {}): Seed => ({
  revision: "2026-04",
  config: { signUpRules, oauthProviders: [{ id: "github", type: "shared" }], ...config }
})

const signsUp = (email: string) =>
  Effect.map(
    Effect.exit(Password.signUp({ ...ann, email, verificationCallbackUrl: callbackUrl })),
    (exit) => exit._tag === "Success"
  )

const noSpam = rule("spam", "reject", `emailDomain == "spam.example"`)

describe("sign-up rules", () => {
  it.effect("SIGN_UP_REJECTED: password.signUp, otp.signIn and oauth.callback fail without revealing the sign-up rule's own message", () =>
    Effect.gen(function*() {
      const { oauth } = yield* Emulator
      const email = "eve@spam.example"

      const byPassword = yield* Effect.flip(Password.signUp({ ...ann, email, verificationCallbackUrl: callbackUrl }))
      yield* Otp.sendSignInCode({ email, callbackUrl })
      const byCode = yield* Effect.flip(Otp.signIn({ code: (yield* lastMail(email)).code }))
      const url = yield* authorizeUrl()
      const back = yield* Effect.promise(() => oauth.signIn({ authorizeUrl: url, account: { email } }))

      assert.deepStrictEqual([byPassword._tag, byCode._tag], ["SignUpRejected", "SignUpRejected"])
      assert.notInclude(byPassword.message, "for us alone")
      assert.strictEqual(new URL(back).searchParams.get("errorCode"), "SIGN_UP_REJECTED")
      assert.lengthOf((yield* asServer(Users.list())).items, 0)
    }).pipe(Effect.provide(emulated(withRules([noSpam])))))

  it.effect("a sign-up rule with the action restrict creates the account as restricted, and back ends see the rule", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()

      const user = yield* asServer(Users.get({ userId }))

      assert.deepStrictEqual(user.restrictedReason, { type: "restricted_by_administrator" })
      assert.include(user.restrictedByAdminPrivateDetails, "Rule slow")
      assert.isNull(user.restrictedByAdminReason)
    }).pipe(Effect.provide(emulated(withRules([rule("slow", "restrict", `email.endsWith("@example.com")`)])))))

  it.effect("sign-up rules are evaluated by priority, and the first match that does more than log applies", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* Effect.forEach(["ann@example.com", "bob@example.com", "carl@other.example"], signsUp),
        [true, false, false]
      )
    }).pipe(Effect.provide(emulated(withRules([
      rule("everybody", "reject", `email.contains("example")`, { priority: 1 }),
      rule("ann", "allow", `email.startsWith("ann@")`, { priority: 2 }),
      rule("watch", "log", "true", { priority: 3 }),
      rule("off", "allow", "true", { priority: 4, enabled: false }),
      rule("broken", "allow", "nobody ==", { priority: 5 })
    ])))))

  it.effect("a sign-up rule that restricts lets later rules and the default action decide", () =>
    Effect.gen(function*() {
      const test = (email: string) =>
        Effect.map(
          asAdmin(SignUpRules.test({ email, authMethod: "password", oauthProvider: null, countryCode: null })),
          ({ evaluations, outcome }) => ({ outcome, evaluated: evaluations.map(({ ruleId }) => ruleId) })
        )

      assert.deepStrictEqual(
        yield* Effect.forEach(["x@bad.example", "x@good.example", "x@other.example"], signsUp),
        [false, true, false]
      )
      assert.deepStrictEqual(yield* Effect.forEach(["x@bad.example", "y@good.example", "x@other.example"], test), [
        {
          outcome: {
            shouldAllow: false,
            decision: "reject",
            decisionRuleId: "bad",
            restrictedBecauseOfRuleId: "first"
          },
          evaluated: ["first", "second", "bad"]
        },
        {
          outcome: {
            shouldAllow: true,
            decision: "allow",
            decisionRuleId: "good",
            restrictedBecauseOfRuleId: "first"
          },
          evaluated: ["first", "second", "bad", "good"]
        },
        {
          outcome: {
            shouldAllow: false,
            decision: "default-reject",
            decisionRuleId: null,
            restrictedBecauseOfRuleId: "first"
          },
          evaluated: ["first", "second", "bad", "good", "empty"]
        }
      ])
      const [user] = (yield* asServer(Users.list({ includeRestricted: true }))).items
      assert.include(user!.restrictedByAdminPrivateDetails, "Rule first")
    }).pipe(Effect.provide(emulated(withRules([
      rule("first", "restrict", "true", { priority: 10 }),
      rule("second", "restrict", "true", { priority: 9 }),
      rule("bad", "reject", `emailDomain == "bad.example"`, { priority: 5 }),
      rule("good", "allow", `emailDomain == "good.example"`, { priority: 4 }),
      rule("empty", "reject", "", { priority: 3 })
    ], { signUpRulesDefaultAction: "reject" })))))

  it.effect("the default action applies to sign-ups that match no sign-up rule", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* Effect.forEach(["ann@example.com", "eve@spam.example"], signsUp), [true, false])
    }).pipe(Effect.provide(emulated(withRules(
      [rule("ours", "allow", `emailDomain == "example.com"`)],
      { signUpRulesDefaultAction: "reject" }
    )))))

  const nested = (macro: string) => {
    const ten = "[0,1,2,3,4,5,6,7,8,9]"
    const open = Array.from("abcdefghijkl", (name) => `${ten}.${macro}(${name}, `).join("")
    return `${open}true${")".repeat(12)}${macro === "map" ? ".size() > 0" : ""}`
  }

  for (
    const [what, condition] of [
      ["a regular expression with exponential backtracking", `email.matches("^(a|a)*$")`],
      ["another one with nested repetitions", `email.matches("^(a+)+$")`],
      ["twelve nested all()", nested("all")],
      ["twelve nested map()", nested("map")]
    ] as const
  ) {
    it.live(
      `a sign-up rule's condition that takes too long is stopped: ${what}`,
      () =>
        Effect.gen(function*() {
          const email = `${"a".repeat(40)}@example.com`
          const tested = yield* asAdmin(SignUpRules.test({
            email,
            authMethod: "password",
            oauthProvider: null,
            countryCode: null
          }))

          assert.deepStrictEqual(tested.evaluations.map(({ status }) => status), [
            "not_matched",
            "error",
            "error",
            "disabled"
          ])
          assert.include(tested.evaluations[1]?.error, "took longer than 1000 ms")
          assert.deepInclude(tested.outcome, { shouldAllow: false, decision: "reject", decisionRuleId: null })
        }).pipe(Effect.provide(emulated(withRules([
          rule("first", "reject", "false", { priority: 3 }),
          rule("slow", "log", condition, { priority: 2 }),
          rule("last", "allow", "true", { priority: 1 }),
          rule("off", "reject", "true", { enabled: false })
        ]))))
    )
  }

  it.live("a sign-up is rejected, with the reason, if a rule's condition takes too long", () =>
    Effect.gen(function*() {
      const email = `${"a".repeat(40)}@example.com`

      const refused = yield* Effect.flip(Password.signUp({ ...ann, email, verificationCallbackUrl: callbackUrl }))

      assert.strictEqual(refused._tag, "SignUpRejected")
      assert.match(refused.message, /^The condition of the sign-up rule Rule slow \(slow\) took longer than 1000 ms/)
      assert.lengthOf((yield* asServer(Users.list())).items, 0)
    }).pipe(Effect.provide(emulated(withRules([rule("slow", "log", `email.matches("^(a|a)*$")`)])))))

  it.live("a matching sign-up rule applies before a slow rule with lower priority is stopped", () =>
    Effect.gen(function*() {
      assert.isTrue(yield* signsUp(`${"a".repeat(40)}@example.com`))
    }).pipe(Effect.provide(emulated(withRules([
      rule("ours", "allow", `emailDomain == "example.com"`, { priority: 2 }),
      rule("slow", "reject", `email.matches("^(a|a)*$")`, { priority: 1 })
    ])))))

  it.effect("sign-up rules can test country, method, challenge and risk scores", () =>
    Effect.gen(function*() {
      const { json } = yield* send("POST", "/api/v1/auth/password/sign-up", {
        level: "client",
        headers: { "x-forwarded-for": "203.0.113.7", "x-vercel-ip-country": "PT" },
        json: {
          email: ann.email,
          password: "correct horse",
          bot_challenge_token: "of the widget",
          bot_challenge_phase: "invisible"
        }
      })

      const user = yield* asServer(Users.get({ userId: json.user_id }))
      assert.isTrue(user.restrictedByAdmin)
      assert.strictEqual(user.countryCode, "PT")
    }).pipe(Effect.provide(emulated(withRules([
      rule(
        "all",
        "restrict",
        `countryCode in ["PT", "ES"] && authMethod == "password" && turnstileResult == "ok" && riskScores.bot < 50`
      )
    ])))))

  it.effect("sign-up rules apply to upgrades of anonymous users, but neither to anonymous sign-ups nor to users created by back ends", () =>
    Effect.gen(function*() {
      yield* asServer(Users.create({ primaryEmail: "eve@spam.example" }))
      const { accessToken } = yield* Anonymous.signUp()

      const { json } = yield* send("POST", "/api/v1/auth/password/sign-up", {
        level: "client",
        headers: {
          "x-stack-access-token": Redacted.value(accessToken),
          "x-stack-allow-anonymous-user": "true"
        },
        json: { email: "eve@spam.example", password: "correct horse" }
      })
      assert.strictEqual(json.code, "SIGN_UP_REJECTED")
    }).pipe(Effect.provide(emulated(withRules([noSpam])))))

  it.effect("an upgraded anonymous user keeps the country that a back end set", () =>
    Effect.gen(function*() {
      const { accessToken, userId } = yield* Anonymous.signUp()
      yield* asServer(Users.update({ userId, countryCode: "PT" }))

      yield* send("POST", "/api/v1/auth/password/sign-up", {
        level: "client",
        headers: {
          "x-forwarded-for": "203.0.113.7",
          "x-vercel-ip-country": "ES",
          "x-stack-access-token": Redacted.value(accessToken),
          "x-stack-allow-anonymous-user": "true"
        },
        json: { email: ann.email, password: "correct horse" }
      })

      const { countryCode, isAnonymous } = yield* asServer(Users.get({ userId }))
      assert.deepStrictEqual([countryCode, isAnonymous], ["PT", false])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))

  it.effect("sign-up rules can be tested without a sign-up, and their matches are counted", () =>
    Effect.gen(function*() {
      yield* signsUp("eve@spam.example")
      const attempt = { email: "eve@spam.example", authMethod: "password", oauthProvider: null, countryCode: null }

      const { evaluations, outcome } = yield* asAdmin(SignUpRules.test(attempt))
      const stats = yield* asAdmin(SignUpRules.getStats())

      assert.deepStrictEqual(evaluations.map(({ ruleId, status }) => [ruleId, status]), [
        ["broken", "error"],
        ["spam", "matched"]
      ])
      assert.deepInclude(outcome, { shouldAllow: false, decisionRuleId: "spam" })
      assert.deepStrictEqual([stats.totalTriggers, stats.triggersByAction.reject], [1, 1])
      assert.deepStrictEqual(stats.ruleTriggers.map(({ allTimeCount, ruleId }) => [ruleId, allTimeCount]), [
        ["broken", 0],
        ["spam", 1]
      ])
    }).pipe(Effect.provide(emulated(withRules([rule("broken", "allow", "nobody =="), noSpam])))))

  it.effect("on 2025-08, sign-up rules are ignored", () =>
    Effect.gen(function*() {
      assert.isTrue(yield* signsUp("eve@spam.example"))
    }).pipe(Effect.provide(emulated({ ...withRules([noSpam]), revision: "2025-08" }))))
})

describe("anonymous sign-up", () => {
  const config = { anonymousSignUpEnabled: false }

  it.effect("ANONYMOUS_ACCOUNTS_NOT_ENABLED: anonymous.signUp fails if the project disables it", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Effect.flip(Anonymous.signUp()))._tag, "AnonymousAccountsNotEnabled")
    }).pipe(Effect.provide(emulated({ config }))))

  it.effect("on 2026-04, anonymous sign-up is always allowed", () =>
    Effect.gen(function*() {
      assert.isString((yield* Anonymous.signUp()).userId)
    }).pipe(Effect.provide(emulated({ config, revision: "2026-04" }))))
})

describe("the test provider of bot challenges", () => {
  const answered = (botChallengePhase: "invisible" | "visible") =>
    Effect.map(
      Effect.flip(
        Password.signUp({ ...ann, botChallengePhase, botChallengeToken: Redacted.make("refused by the widget") })
      ),
      ({ _tag }) => _tag
    )

  it.effect("a bot-challenge token that starts with \"refused\" requires the visible challenge first, and then fails the sign-up", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* Effect.all([answered("invisible"), answered("visible")]), [
        "BotChallengeRequired",
        "BotChallengeFailed"
      ])
    }).pipe(Effect.provide(emulated({ revision: "2026-04" }))))
})
