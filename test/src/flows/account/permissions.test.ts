import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as notificationPreferences from "../../../../src/flows/account/notificationPreferences.ts"
import * as permissions from "../../../../src/flows/account/permissions.ts"
import * as connectedAccounts from "../../../../src/flows/oauth/connectedAccounts.ts"
import * as oauthProviders from "../../../../src/flows/oauth/oauthProviders.ts"
import { otherId, teamId, userId, wireList } from "../../../support/contract/wireEntities.ts"
import { conversation } from "../../../support/platform/conversation.ts"
import { json, knownError } from "../../../support/platform/scriptedTransport.ts"

const held = json(wireList({ id: "read", user_id: userId, team_id: teamId }))
const none = json(wireList())

describe("permissions", () => {
  it.effect("permissions.list returns permissions in the project, or in the given team, and includes contained permissions by default", () =>
    Effect.gen(function*() {
      const flow = Effect.gen(function*() {
        yield* permissions.list()
        yield* permissions.list({ recursive: false })
        return yield* permissions.list({ teamId })
      })
      const { requestLines, value } = yield* conversation("client", flow, held)

      assert.deepStrictEqual(value(), [{ id: "read" }])
      assert.deepStrictEqual(requestLines, [
        "GET /project-permissions?user_id=me&recursive=true",
        "GET /project-permissions?user_id=me&recursive=false",
        `GET /team-permissions?team_id=${teamId}&user_id=me&recursive=true`
      ])
    }))

  it.effect("permissions.get finds a permission that is granted directly or contained in another permission", () =>
    Effect.gen(function*() {
      const { requestLines, value } = yield* conversation(
        "client",
        permissions.has({ permissionId: "read", teamId }),
        held
      )

      assert.isTrue(value())
      assert.deepStrictEqual(requestLines, [
        `GET /team-permissions?team_id=${teamId}&user_id=me&permission_id=read&recursive=true`
      ])
    }))

  it.effect("permissions.get returns None and permissions.has false for a permission that the user doesn't have", () =>
    Effect.gen(function*() {
      const wanted = { permissionId: "read" }
      const { value } = yield* conversation(
        "client",
        Effect.zip(permissions.get(wanted), permissions.has(wanted)),
        none
      )

      assert.deepStrictEqual(value(), [Option.none(), false])
    }))

  it.effect("S5: permissions are compared by id, even if the platform returns permissions that were not requested", () =>
    Effect.gen(function*() {
      const others = json(wireList(
        { id: "read", user_id: userId, team_id: teamId },
        { id: "admin_of_billing", user_id: userId, team_id: teamId }
      ))
      const both = json(wireList(
        { id: "read", user_id: userId, team_id: teamId },
        { id: "admin", user_id: userId, team_id: teamId }
      ))

      for (const level of ["client", "server"] as const) {
        for (const place of [{}, { teamId }]) {
          const wanted = { permissionId: "admin", ...place, ...(level === "client" ? {} : { userId }) }
          const reads = Effect.zip(permissions.get(wanted), permissions.has(wanted))

          const without = yield* conversation(level, reads, others)
          const granted = yield* conversation(level, reads, both)

          assert.deepStrictEqual(without.value(), [Option.none(), false])
          assert.deepStrictEqual(granted.value(), [Option.some({ id: "admin" }), true])
        }
      }
    }))

  it.effect("a back end can check the permissions of any user", () =>
    Effect.gen(function*() {
      const { requestLines } = yield* conversation("server", permissions.has({ permissionId: "read", userId }), none)

      assert.deepStrictEqual(requestLines, [
        `GET /project-permissions?user_id=${userId}&permission_id=read&recursive=true`
      ])
    }))

  it.effect("an invalid permission id is rejected before any request", () =>
    Effect.gen(function*() {
      const { failure, requests } = yield* conversation(
        "client",
        permissions.has({ permissionId: "$own_everything" }),
        none
      )

      assert.strictEqual(failure().reason.issues[0].path, "permissionId")
      assert.strictEqual(requests.length, 0)
    }))
})

describe("connectedAccounts.accessToken", () => {
  it.effect("connectedAccounts.accessToken requests the token with all scopes, and returns it redacted", () =>
    Effect.gen(function*() {
      const wanted = { provider: "google", scopes: ["mail.read", "calendar"] }
      const { requestLines, value } = yield* conversation(
        "client",
        connectedAccounts.accessToken(wanted),
        json({ access_token: "ya29" })
      )

      assert.strictEqual(Redacted.value(Option.getOrThrow(value())), "ya29")
      assert.deepStrictEqual(requestLines, [
        "POST /connected-accounts/me/google/access-token {\"scope\":\"mail.read calendar\"}"
      ])
    }))

  for (const missing of ["OAUTH_CONNECTION_NOT_CONNECTED_TO_USER", "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE"]) {
    it.effect(`connectedAccounts.accessToken returns None after ${missing}`, () =>
      Effect.gen(function*() {
        const { value } = yield* conversation(
          "client",
          connectedAccounts.accessToken({ provider: "google" }),
          knownError(missing, 400)
        )

        assert.isTrue(Option.isNone(value()))
      }))
  }

  it.effect("connectedAccounts.accessToken fails if the project doesn't offer the provider", () =>
    Effect.gen(function*() {
      const { failure } = yield* conversation(
        "client",
        connectedAccounts.accessToken({ provider: "google" }),
        knownError("OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", 400)
      )

      assert.strictEqual(failure()._tag, "OAuthProviderNotFoundOrNotEnabled")
    }))
})

describe("oauthProviders", () => {
  it.effect("oauthProviders.update changes only the given fields, and a provider account is unlinked by its id", () =>
    Effect.gen(function*() {
      const link = json({
        id: otherId,
        user_id: userId,
        type: "google",
        allow_sign_in: false,
        allow_connected_accounts: true
      })
      const flow = Effect.andThen(
        oauthProviders.update({ id: otherId, allowSignIn: false }),
        oauthProviders.unlink({ id: otherId })
      )
      const { requestLines } = yield* conversation("client", flow, link, json({ success: true }))

      assert.deepStrictEqual(requestLines, [
        `PATCH /oauth-providers/me/${otherId} {"allow_sign_in":false}`,
        `DELETE /oauth-providers/me/${otherId}`
      ])
    }))
})

describe("notificationPreferences", () => {
  it.effect("notificationPreferences.set changes a single notification category", () =>
    Effect.gen(function*() {
      const preference = json({
        notification_category_id: otherId,
        notification_category_name: "Marketing",
        enabled: false,
        can_disable: true
      })
      const { requestLines, value } = yield* conversation(
        "client",
        notificationPreferences.set({ notificationCategoryId: otherId, enabled: false }),
        preference
      )

      assert.isFalse(value().enabled)
      assert.deepStrictEqual(requestLines, [`PATCH /emails/notification-preference/me/${otherId} {"enabled":false}`])
    }))
})
