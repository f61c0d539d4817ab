import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as NotificationPreferences from "../../../../../schemas/endpoints/notificationPreferences.ts"
import { Emulator } from "../../../../../src/emulator/index.ts"
import * as codes from "../../../../../src/emulator/model/accounts/codes.ts"
import type { Platform } from "../../../../../src/emulator/state/Platform.ts"
import { rulesOf } from "../../../../../src/emulator/state/revisions.ts"
import { overBothTransports } from "../../../../support/platform/transports.ts"
import { gardeners, gardening, nowhere, refusal, signedOut } from "../../support/gardeners.ts"
import { asServer, send } from "../../support/support.ts"

const transactional = "7bb82d33-2f54-4a3d-9d23-82739e0d66ef"
const marketing = "4f6f8873-3d04-46bd-8bef-18338b1a1b4c"

const done = Effect.succeed

const wanted = (userId: string) =>
  Effect.map(NotificationPreferences.list({ userId }), ({ items }) => items.map(({ enabled }) => enabled))

const turn = (notificationCategoryId: string, enabled: boolean, userId = "me") =>
  NotificationPreferences.update({ userId, notificationCategoryId, enabled })

/** Returns the code of an unsubscribe link for a user. */
const unsubscription = (userId: string) =>
  Effect.map(Emulator, ({ clock, store }) => {
    const platform = { now: () => clock.now().getTime(), rules: rulesOf("2025-08") } as Platform
    const [project] = [...store.projects.values()].filter(({ users }) => users.has(userId))
    return codes.issue(platform, project!, "unsubscribe", { userId, categoryId: marketing }).value
  })

const follow = (code: string) => send("GET", `/api/v1/emails/unsubscribe-link?code=${code}`)

overBothTransports((way) => {
  const { gardens, refused } = gardening(way)

  describe("notification preferences", () => {
    it.effect("both notification categories are listed, and enabled at first", () =>
      Effect.gen(function*() {
        yield* gardeners

        const { isPaginated, items } = yield* NotificationPreferences.list({ userId: "me" })

        assert.isFalse(isPaginated)
        assert.deepStrictEqual(items.map((item) => ({ ...item })), [
          {
            notificationCategoryId: transactional,
            notificationCategoryName: "Transactional",
            enabled: true,
            canDisable: false
          },
          { notificationCategoryId: marketing, notificationCategoryName: "Marketing", enabled: true, canDisable: true }
        ])
      }).pipe(Effect.provide(gardens)))

    it.effect("the user and back ends can change a notification category, even one that should stay enabled", () =>
      Effect.gen(function*() {
        const { bobId } = yield* gardeners

        assert.isFalse((yield* turn(marketing, false)).enabled)
        assert.isFalse((yield* turn(transactional, false)).enabled)
        assert.isTrue((yield* turn(marketing, true)).enabled)
        yield* asServer(turn(marketing, false, bobId))

        assert.deepStrictEqual(yield* wanted("me"), [false, true])
        assert.deepStrictEqual(yield* asServer(wanted(bobId)), [true, false])
      }).pipe(Effect.provide(gardens)))

    it.effect("reading or changing the notification preferences of another user is rejected, but an unknown category is reported first", () =>
      Effect.gen(function*() {
        const { bobId } = yield* gardeners

        assert.strictEqual(yield* refusal(NotificationPreferences.list({ userId: bobId })), "status 403")
        assert.strictEqual(yield* refusal(turn(marketing, false, bobId)), "status 403")
        assert.strictEqual(yield* refusal(turn(nowhere, false, bobId)), "status 404")
      }).pipe(Effect.provide(gardens)))

    refused(
      "CANNOT_GET_OWN_USER_WITHOUT_USER",
      "notificationPreferences.list and .update fail for `me` when signed out",
      () => Effect.as(signedOut, [NotificationPreferences.list({ userId: "me" }), turn(marketing, false)])
    )

    refused(
      "USER_AUTHENTICATION_REQUIRED",
      "notificationPreferences.list and .update fail for another user when signed out",
      ({ annId }) =>
        Effect.as(signedOut, [NotificationPreferences.list({ userId: annId }), turn(marketing, false, annId)])
    )

    refused(
      "USER_NOT_FOUND",
      "notificationPreferences.list and .update fail for an unknown user",
      () =>
        done([asServer(NotificationPreferences.list({ userId: nowhere })), asServer(turn(marketing, false, nowhere))])
    )
  })

  describe("the unsubscribe link", () => {
    it.effect("the unsubscribe link disables its category once, without request headers, and responds with a page", () =>
      Effect.gen(function*() {
        const { annId } = yield* gardeners
        const code = yield* unsubscription(annId)

        const first = yield* follow(code.toUpperCase())
        assert.deepStrictEqual(yield* wanted("me"), [true, false])
        yield* turn(marketing, true)
        const second = yield* follow(code)

        assert.deepStrictEqual([first.status, first.headers.get("content-type")], [200, "text/html"])
        assert.strictEqual(second.status, 200)
        assert.deepStrictEqual(yield* wanted("me"), [true, true])
      }).pipe(Effect.provide(gardens)))

    it.effect("an unsubscribe link with an expired, unknown or truncated code gets a plain-text error and changes nothing", () =>
      Effect.gen(function*() {
        const { annId } = yield* gardeners
        const code = yield* unsubscription(annId)
        const { clock } = yield* Emulator
        clock.advance("8 days")

        const answers = yield* Effect.forEach([code, "f".repeat(45), "short", ""], follow)

        assert.deepStrictEqual(answers.map(({ status }) => status), [400, 400, 400, 400])
        assert.deepStrictEqual(answers.map(({ headers }) => headers.get("x-stack-known-error")), [
          null,
          null,
          null,
          null
        ])
        assert.deepStrictEqual(yield* asServer(wanted(annId)), [true, true])
      }).pipe(Effect.provide(gardens)))
  })
})
