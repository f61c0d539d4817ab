import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as projectConfig from "../../../src/admin/projectConfig.ts"
import { conversation } from "../../support/platform/conversation.ts"
import { json, plain } from "../../support/platform/scriptedTransport.ts"

const changes = { "auth.password.allowSignIn": true, teams: { createPersonalTeamOnSignUp: null } }
const sent = JSON.stringify({ config_override_string: JSON.stringify(changes) })

describe("admin.projectConfig.update", () => {
  it.effect("a configuration update changes the environment level by default", () =>
    Effect.gen(function*() {
      const { exit, requestLines } = yield* conversation(
        "admin",
        projectConfig.update(changes),
        json({ success: true })
      )

      assert.strictEqual(exit._tag, "Success")
      assert.deepStrictEqual(requestLines, [`PATCH /internal/config/override/environment ${sent}`])
    }))

  for (const [status, text] of [[404, "<!DOCTYPE html>"], [405, ""]] as const) {
    it.effect(`a configuration update uses the only level of an older platform after a ${status}`, () =>
      Effect.gen(function*() {
        const { exit, requestLines } = yield* conversation(
          "admin",
          projectConfig.update(changes),
          plain(status, text),
          json({})
        )

        assert.strictEqual(exit._tag, "Success")
        assert.strictEqual(requestLines[1], `PATCH /internal/config/override ${sent}`)
      }))
  }

  it.effect("a configuration update changes no level other than the given one", () =>
    Effect.gen(function*() {
      const { failure, requestLines } = yield* conversation(
        "admin",
        projectConfig.update(changes, { level: "project" }),
        plain(404, "")
      )

      assert.deepStrictEqual(requestLines, [`PATCH /internal/config/override/project ${sent}`])
      assert.strictEqual(failure().reason.since, "2026-04")
    }))

  it.effect("a configuration update fails with the platform's rejection", () =>
    Effect.gen(function*() {
      const { failure, requestLines } = yield* conversation(
        "admin",
        projectConfig.update(changes),
        plain(400, "[ERROR] auth.password: not a key")
      )

      assert.lengthOf(requestLines, 1)
      assert.strictEqual(failure().reason.status, 400)
    }))
})

describe("admin.projectConfig.get", () => {
  it.effect("reading the project configuration returns its secrets redacted, and fails if the configuration is malformed", () =>
    Effect.gen(function*() {
      const good = yield* conversation("admin", projectConfig.get(), json({ config_string: "{\"a\":{\"b\":1}}" }))
      const broken = yield* conversation("admin", projectConfig.get(), json({ config_string: "{" }))

      assert.deepStrictEqual(Redacted.value(good.value()), { a: { b: 1 } })
      assert.strictEqual(broken.failure().reason._tag, "DecodeError")
    }))
})
