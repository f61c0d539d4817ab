import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as definitions from "../../../src/admin/teamPermissionDefinitions.ts"
import { wireList } from "../../support/contract/wireEntities.ts"
import { conversation } from "../../support/platform/conversation.ts"
import { json } from "../../support/platform/scriptedTransport.ts"
import { keptProject } from "./wireRecord.ts"

const editor = { id: "editor", description: "Edits", contained_permission_ids: ["read"] }

const platform = (defaults: ReadonlyArray<{ readonly id: string }>) =>
  keptProject(
    { team_member_default_permissions: defaults },
    (request) => json(request.method === "GET" ? wireList(editor) : editor)(request)
  )

describe("admin.teamPermissionDefinitions.update", () => {
  it.effect("updating a permission definition keeps omitted fields, which the platform would empty", () =>
    Effect.gen(function*() {
      const { requestLines } = yield* conversation(
        "admin",
        definitions.update({ permissionId: "editor", description: "Writes" }),
        platform([]).answer
      )

      assert.deepStrictEqual(requestLines, [
        "GET /team-permission-definitions",
        "PATCH /team-permission-definitions/editor "
        + "{\"id\":\"editor\",\"description\":\"Writes\",\"contained_permission_ids\":[\"read\"]}"
      ])
    }))

  it.effect("updating a permission definition empties fields that are set to empty values", () =>
    Effect.gen(function*() {
      const { requestLines } = yield* conversation(
        "admin",
        definitions.update({ permissionId: "editor", description: null, containedPermissionIds: [] }),
        platform([]).answer
      )

      assert.include(requestLines[1], "{\"id\":\"editor\",\"contained_permission_ids\":[]}")
    }))

  it.effect("renaming a permission definition also renames it in the project's default permissions", () =>
    Effect.gen(function*() {
      const kept = platform([{ id: "editor" }, { id: "other" }])

      yield* conversation("admin", definitions.update({ permissionId: "editor", id: "writer" }), kept.answer)

      assert.deepStrictEqual(kept.config.team_member_default_permissions, [{ id: "writer" }, { id: "other" }])
    }))

  it.effect("updating an unknown permission definition fails", () =>
    Effect.gen(function*() {
      const { failure } = yield* conversation("admin", definitions.update({ permissionId: "x" }), platform([]).answer)

      assert.strictEqual(failure()._tag, "PermissionNotFound")
    }))
})

describe("admin.teamPermissionDefinitions.delete", () => {
  it.effect("deleting a permission definition first removes it from the default permissions, so that the remaining default permissions can still be granted", () =>
    Effect.gen(function*() {
      const kept = platform([{ id: "editor" }, { id: "other" }])

      const { requestLines } = yield* conversation("admin", definitions.delete({ permissionId: "editor" }), kept.answer)

      assert.deepStrictEqual(kept.config.team_member_default_permissions, [{ id: "other" }])
      assert.deepStrictEqual(requestLines.map((line) => line.split(" ").slice(0, 2).join(" ")), [
        "GET /internal/projects/current",
        "PATCH /internal/projects/current",
        "DELETE /team-permission-definitions/editor"
      ])
    }))
})
