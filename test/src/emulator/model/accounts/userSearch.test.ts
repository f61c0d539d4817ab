/** A search with the trigram index finds the same users as a scan of all users. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../../../src/emulator/index.ts"
import { send } from "../../support/support.ts"

const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`

const crowd = Emulator.layer({
  users: Array.from({ length: 1200 }, (_, at) => ({
    id: idOf(at),
    email: `person${at}@example.com`,
    displayName: `Person ${at}`
  }))
})

const search = (query: string, rest = "") =>
  Effect.map(
    send("GET", `/api/v1/users?query=${encodeURIComponent(query)}${rest}`, { level: "server" }),
    ({ json }): ReadonlyArray<string> => json.items.map(({ id }: { readonly id: string }) => id)
  )

const change = (at: number, json: object) => send("PATCH", `/api/v1/users/${idOf(at)}`, { level: "server", json })

describe("search in a large project", () => {
  it.effect("search finds users by id and by parts of names and addresses in upper or lower case, in order of sign-up", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* search("ERSON 119"),
        [119, 1190, 1191, 1192, 1193, 1194, 1195, 1196, 1197, 1198, 1199].map(idOf)
      )
      assert.deepStrictEqual(yield* search("n7@ex"), [idOf(7)])
      assert.deepStrictEqual(yield* search(idOf(33)), [idOf(33)])
      assert.deepStrictEqual(yield* search("nobody"), [])
      assert.deepStrictEqual(yield* search("person 119", `&limit=2&desc=true&cursor=${idOf(1195)}`), [
        idOf(1195),
        idOf(1194)
      ])
    }).pipe(Effect.provide(crowd)))

  it.effect("search finds users by changed names and addresses, finds new users and omits deleted users", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* search("zuleika"), [])
      yield* change(700, { display_name: "Zuleika" })
      yield* change(500, { display_name: "Zuleika" })
      yield* change(600, { primary_email: "zuleika@example.com" })
      const made = yield* send("POST", "/api/v1/users", { level: "server", json: { display_name: "zuleika" } })
      assert.deepStrictEqual(yield* search("zuleika"), [idOf(500), idOf(600), idOf(700), made.json.id])
      assert.deepStrictEqual(yield* search("person 700"), [])

      yield* change(700, { display_name: null })
      yield* change(600, { primary_email: "someone@example.com" })
      yield* send("DELETE", `/api/v1/users/${idOf(500)}`, { level: "server" })

      // the previous primary address stays one of the user's addresses
      assert.deepStrictEqual(yield* search("zuleika"), [idOf(600), made.json.id])
      assert.deepStrictEqual(yield* search("someone@"), [idOf(600)])
    }).pipe(Effect.provide(crowd)))
})
