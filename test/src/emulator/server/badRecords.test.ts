/** Lists of the emulator with a record whose stored values are invalid. docs/laws.md checkout-2. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { endpoints } from "../../../../schemas/catalogue.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import { payments } from "../payments/shop.ts"
import { emulated, send, signUp } from "../support/support.ts"

/** Paths of all lists that administrators can read. */
const listsFor = (values: { readonly [name: string]: string }) => [
  ...new Set(
    endpoints.filter(({ spec: { method, name } }) => method === "GET" && /list/i.test(name.split(".").at(-1)!)).flatMap(
      ({ spec: { path } }) => {
        const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
        return filled.includes("{")
          ? []
          : [filled, `${filled}?user_id=${values["user_id"]}`, `${filled}?team_id=${values["team_id"]}`]
      }
    )
  )
]

/** A field of a record in the store, except for ids. The configuration and the payment provider's account aren't records. */
interface Field {
  readonly place: string
  readonly spoil: (value: unknown) => void
  readonly restore: () => void
}

/** Returns the fields of all records that are reachable from a value. */
const fieldsIn = (root: object): ReadonlyArray<Field> => {
  const seen = new Set<object>()
  const fields: Array<Field> = []
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== "object" || value === null || seen.has(value) || value instanceof Uint8Array) return
    seen.add(value)
    if (value instanceof Map) { for (const [key, each] of value) visit(each, `${place}.${String(key).slice(0, 8)}`) }
    else if (Array.isArray(value)) value.forEach((each, at) => visit(each, `${place}.${at}`))
    else if (Object.getPrototypeOf(value) === Object.prototype) {
      const record = value as { [name: string]: unknown }
      for (const [name, each] of Object.entries(record)) {
        if (typeof each === "object" && !/^(?:paymentAccount|config\w*)$/.test(name)) visit(each, `${place}.${name}`)
        if (/id$/i.test(name) || each === null || /object|undefined|function/.test(typeof each)) continue
        fields.push({
          place: `${place}.${name}`,
          spoil: (bad) => void (record[name] = bad),
          restore: () => void (record[name] = each)
        })
      }
    }
  }
  visit(root, "")
  return fields
}

describe("a list of the emulator", () => {
  it.effect(
    "checkout-2: a record with an invalid value never makes a list fail with 500",
    () =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const emulator = yield* Emulator
        const admin = { level: "admin" } as const
        const post = (path: string, json: object) => send("POST", `/api/v1${path}`, { ...admin, json })
        const team = yield* post("/teams", { display_name: "Gardeners", creator_user_id: userId })
        yield* send("POST", `/api/v1/payments/products/user/${userId}`, { ...admin, json: { product_id: "pro" } })
        yield* send("POST", `/api/v1/payments/products/user/${userId}`, {
          ...admin,
          json: { product_id: "pack", quantity: 3 }
        })
        yield* post(`/payments/items/user/${userId}/credits/update-quantity`, { delta: 5 })
        yield* post("/user-api-keys", { user_id: userId, description: "key" })
        yield* post("/team-invitations/send-code", {
          team_id: team.json.id,
          email: "b@example.com",
          callback_url: "http://localhost:3000/x"
        })
        const project = emulator.store.projects.get(emulator.project.projectId)!
        const lists = listsFor({ customer_type: "user", customer_id: userId, team_id: team.json.id, user_id: userId })
        const statuses = new Map<string, number>()
        for (const path of lists) statuses.set(path, (yield* send("GET", `/api/v1${path}`, admin)).status)
        const working = lists.filter((path) => statuses.get(path) === 200)

        const failures: Array<string> = []
        const fields = fieldsIn(project)
        for (const { place, restore, spoil } of fields) {
          for (const bad of [NaN, null]) {
            spoil(bad)
            for (const path of working) {
              const { status } = yield* send("GET", `/api/v1${path}`, admin)
              if (status === 500) failures.push(`${path} with ${place} = ${bad}`)
            }
            restore()
          }
        }

        assert.isAbove(working.length, 12)
        assert.isAbove(fields.length, 20)
        assert.deepStrictEqual(failures, [])
      }).pipe(
        Effect.provide(Layer.provide(emulated({ payments }), Logger.layer([])))
      )
  )

  it.effect("checkout-2: a queue with emails whose time is invalid doesn't keep starting timers", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator
      emulator.store.projects.get(emulator.project.projectId)!.emailsDueAt = NaN

      const statuses = []
      for (let request = 0; request < 3; request++) {
        statuses.push((yield* send("GET", "/api/v1/users", { level: "admin" })).status)
        // timers run between the requests
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }

      assert.deepStrictEqual(statuses, [200, 200, 200])
    }).pipe(Effect.provide(Layer.provide(emulated(), Logger.layer([])))))
})
