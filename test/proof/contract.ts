/**
 * Compares the compiled contract of the built package with its schemas: every endpoint's output and input, and the
 * details of every known error, on arbitrary values and damaged copies, and on recorded responses of the platform. docs/laws.md J7. `npm run build` comes first.
 */
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import assert from "node:assert/strict"
import { existsSync, readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { AnyEndpoint } from "../../schemas/Endpoint.ts"
import { issuesOf } from "../../schemas/issuesOf.ts"
import type { KnownErrorClass } from "../../schemas/KnownError.ts"
import { find } from "../../schemas/routing.ts"
import { levelOf, targetOf } from "../conformance/exchange.ts"
import { load } from "../conformance/recordings.ts"
import { damaged } from "../support/contract/damaged.ts"

const dist = new URL("../../dist/schemas/", import.meta.url)
const built: typeof import("../../schemas/index.ts") = await import(new URL("index.js", dist).href)
const { detailsOf, schemasOf } = built

const files = readdirSync(new URL("endpoints", dist)).filter((file) => /^\w+\.js$/.test(file))
const modules: ReadonlyArray<object> = await Promise.all(
  files.map((file) => import(new URL(`endpoints/${file}`, dist).href))
)
const endpoints = modules.flatMap((module) => Object.values<AnyEndpoint>(module as never)).filter((value) =>
  typeof value === "function" && "spec" in value
)

type AnySchema = Schema.Codec<any, any>

/** Returns an arbitrary value, or none where the generator finds no string for a pattern. */
const samplesOf = (schema: AnySchema): ReadonlyArray<unknown> => {
  try {
    return Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(schema), { count: 1, seed: 23 }))
  } catch {
    return []
  }
}

const shown = (result: Result.Result<unknown, unknown>) =>
  Result.isSuccess(result) ? { value: result.success } : { issues: result.failure }

let compared = 0

const compare = (name: string, value: unknown, expected: (value: unknown) => unknown, actual: typeof expected) => {
  for (const [fault, copy] of [["", value], ...damaged(value)]) {
    compared++
    assert.deepEqual(actual(copy), expected(copy), `${name} ${fault}`)
  }
}

for (const { spec } of endpoints) {
  const { inputSchema, output } = schemasOf(spec)
  const decode = Schema.decodeUnknownResult(output)
  const encode = Schema.encodeUnknownSync(output)
  for (const value of samplesOf(output)) {
    compare(
      `${spec.name}: output`,
      JSON.parse(JSON.stringify(encode(value))),
      (json) => shown(Result.mapError(decode(json), issuesOf)),
      (json) => shown(spec.codec.decode(json))
    )
  }
  if (Object.keys(spec.codec.names).length === 0) continue
  const encodeInput = Schema.encodeUnknownResult(inputSchema, { errors: "all", onExcessProperty: "error" })
  for (const value of samplesOf(Schema.toType(inputSchema) as AnySchema)) {
    compare(
      `${spec.name}: input`,
      value,
      (input) => shown(Result.mapError(encodeInput(input), issuesOf)),
      (input) => shown(spec.codec.encode(input as object))
    )
  }
}

for (const Known of Object.values<unknown>(built)) {
  if (typeof Known !== "function" || !("spec" in Known)) continue
  const { details: read } = (Known as unknown as KnownErrorClass).spec
  const fields = Object.entries(detailsOf(Known as unknown as KnownErrorClass))
  if (fields.length > 0) assert.equal(typeof read, "function", `${Known.name} is compiled`)
}

console.log(`${endpoints.length} endpoints of the built package agree with their schemas in ${compared} comparisons.`)

// the recorded responses of the platform, if available
const recordings = ["recordings", "recordings-2026-04", "recordings-payments"].map((name) =>
  fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url))
).filter(existsSync)
const bySpec = new Map(endpoints.map((endpoint) => [endpoint.spec.name, endpoint.spec]))
let replayed = 0
for (const folder of recordings) {
  const { areas } = await Effect.runPromise(load(folder))
  for (const { request, response } of areas.flatMap(({ exchanges }) => exchanges)) {
    const target = targetOf(request)
    if (target === undefined) continue
    for (const { endpoint } of find(levelOf(request), request.method.toUpperCase(), target.path)) {
      const spec = bySpec.get(endpoint.spec.name)
      assert.ok(spec !== undefined, `${endpoint.spec.name} is in the built package`)
      replayed++
      assert.deepEqual(
        shown(spec.codec.decode(response.body)),
        shown(Result.mapError(Schema.decodeUnknownResult(schemasOf(spec).output)(response.body), issuesOf)),
        `${endpoint.spec.name}: a recorded response`
      )
    }
  }
}
console.log(`${replayed} recorded responses decode to the same values and issues.`)
