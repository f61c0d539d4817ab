/** Permission definitions, in-process and over a port. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as projectPermissionDefinitions from "../../../src/admin/projectPermissionDefinitions.ts"
import * as teamPermissionDefinitions from "../../../src/admin/teamPermissionDefinitions.ts"
import { overBothTransports } from "../../support/platform/transports.ts"
import { asAdmin } from "../emulator/support/support.ts"

/** Operations by scope. They are listed explicitly, so that the compiler reports an operation that this test lacks. */
const scopes = {
  project: {
    list: projectPermissionDefinitions.list,
    create: projectPermissionDefinitions.create,
    update: projectPermissionDefinitions.update,
    remove: projectPermissionDefinitions.delete
  },
  team: {
    list: teamPermissionDefinitions.list,
    create: teamPermissionDefinitions.create,
    update: teamPermissionDefinitions.update,
    remove: teamPermissionDefinitions.delete
  }
}

overBothTransports(({ emulated }) => {
  for (const [scope, { create, list, remove, update }] of Object.entries(scopes)) {
    describe(`permission definitions of a ${scope}`, () => {
      it.effect("an admin client creates a permission definition, updates it without losing omitted fields, and deletes it", () =>
        Effect.gen(function*() {
          const own = Effect.map(list(), (all) => all.filter(({ id }) => id.startsWith("note")))
          yield* create({ id: "notes", description: "Notes", containedPermissionIds: [] })

          yield* update({ permissionId: "notes", id: "note_taking" })
          const changed = yield* own
          yield* remove({ permissionId: "note_taking" })

          assert.deepStrictEqual(changed, [{ id: "note_taking", description: "Notes", containedPermissionIds: [] }])
          assert.deepStrictEqual(yield* own, [])
        }).pipe(asAdmin, Effect.provide(emulated())))
    })
  }
})
