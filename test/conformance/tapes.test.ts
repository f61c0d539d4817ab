/** Tapes of recorded conversations with the real platform. docs/laws.md W1, W3. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Transport, type WireRequest, type WireResponse } from "../../layers/call/Transport.ts"
import { endpoints } from "../../schemas/catalogue.ts"
import { schemasOf } from "../../schemas/compiled/schemasOf.ts"
import { Tape } from "../../src/testing/index.ts"
import { bytesOf, partsOf } from "../../src/testing/tape/conversation.ts"
import { filled as filledIn } from "../../src/testing/tape/standIns.ts"
import { inputOf } from "../../src/testing/tape/visit.ts"
import { searchFor } from "../support/suite/canaries.ts"
import { type Exchange, isJson } from "./exchange.ts"
import { fillIn } from "./placeholders.ts"
import { load } from "./recordings.ts"

const folders = ["recordings", "recordings-2026-04"].map((name) =>
  fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url))
).filter((folder) => existsSync(folder))

const utf8 = new TextEncoder()

const textOf = (body: unknown): string =>
  body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body)

const requestOf = ({ request }: Exchange): WireRequest => ({
  method: request.method,
  url: `https://api.example.com${request.path}`,
  headers: request.headers ?? {},
  body: request.body === undefined ? undefined : textOf(request.body)
})

const responseOf = ({ response }: Exchange): WireResponse => ({
  status: response.status,
  headers: new Headers(response.headers),
  body: utf8.encode(isJson(response.headers) ? JSON.stringify(response.body) : textOf(response.body))
})

/** Returns the requests of a tape, with stand-ins. */
const requestsOf = (tape: Tape.Tape): ReadonlyArray<WireRequest> => {
  return filledIn(tape).map(({ request: { body, headers = {}, method, path, query } }) => ({
    method,
    url: `${path.startsWith("/") ? tape.apiUrl : ""}${path}${
      query === undefined ? "" : `?${new URLSearchParams(query)}`
    }`,
    headers: { ...headers },
    body: body === undefined ? undefined : new TextDecoder().decode(bytesOf(body))
  }))
}

/** Sends each request once. */
const sendAll = (requests: ReadonlyArray<WireRequest>, transport: Layer.Layer<Transport>) =>
  Effect.gen(function*() {
    const { send } = yield* Transport
    return yield* Effect.forEach(requests, send)
  }).pipe(Effect.provide(Layer.fresh(transport)), Effect.orDie)

const live = (exchanges: ReadonlyArray<Exchange>) => {
  let next = 0
  return Layer.succeed(Transport, { send: () => Effect.sync(() => responseOf(exchanges[next++]!)) })
}

/** Describes a JSON value without its strings and numbers, which a tape may replace. */
const shapeOf = (value: unknown): unknown =>
  typeof value === "string" || typeof value === "number"
    ? typeof value
    : Array.isArray(value)
    ? value.map(shapeOf)
    : typeof value === "object" && value !== null
    // the names of a record, such as countries, are data
    ? Object.fromEntries(
      Object.entries(value).map(([name, item]) => [/^[a-z]/.test(name) ? name : "name", shapeOf(item)])
    )
    : value

const described = ({ body, headers, status }: WireResponse) => {
  const text = new TextDecoder().decode(body)
  const json = (headers.get("content-type") ?? "").includes("json")
  return { status, error: headers.get("x-stack-known-error"), body: json ? shapeOf(JSON.parse(text)) : "text" }
}

const specs = new Map(endpoints.map(({ spec }) => [spec.name, spec]))

/** Returns the requests and responses of a tape that the contract accepts, by their positions. */
const acceptedIn = (
  { apiUrl, exchanges }: Tape.Tape,
  requests: ReadonlyArray<WireRequest>,
  responses: ReadonlyArray<WireResponse>
): ReadonlySet<string> =>
  new Set(exchanges.flatMap(({ endpoint = "" }, at) => {
    const spec = specs.get(endpoint)
    const { body, headers, status } = responses[at]!
    if (spec === undefined) return []
    const text = new TextDecoder().decode(body)
    const output: unknown = (headers.get("content-type") ?? "").includes("json") ? JSON.parse(text) : text
    const isSuccess = status < 400 && headers.get("x-stack-known-error") === null
    return [
      ...(inputOf(spec, partsOf(requests[at]!, apiUrl)) === undefined ? [] : [`request ${at} of ${endpoint}`]),
      ...(isSuccess && Result.isSuccess(Schema.decodeUnknownResult(schemasOf(spec).output)(output))
        ? [`response ${at} of ${endpoint}`]
        : [])
    ]
  }))

/** Plays every request of a tape. */
const playedFrom = (tape: Tape.Tape) => {
  const replay = Tape.replay(tape)
  // with fetch, because a client doesn't follow redirects to other hosts
  const send = ({ body, headers, method, url }: WireRequest) =>
    Effect.promise(async (): Promise<WireResponse> => {
      const response = await replay.fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
      return {
        status: response.status,
        headers: response.headers,
        body: new Uint8Array(await response.arrayBuffer())
      }
    })
  return Effect.map(Effect.forEach(requestsOf(tape), send), (responses) => {
    replay.assertPlayed()
    return responses
  })
}

describe.runIf(folders.length > 0)("tapes of the real platform", () => {
  it.effect.each(folders)(
    "W1, W3: a tape of the real platform replays its responses, and contains none of its secrets: %s",
    (recordings) =>
      Effect.gen(function*() {
        const { areas, known } = yield* load(recordings)
        const filled = fillIn(known)
        const secrets = Object.entries(known).filter(([, { kind }]) => kind !== "request_id" && kind !== "api_origin")
          .map(([name]) => String(filled(name)))
        const search = searchFor(secrets)
        const shown: Array<string> = []
        for (const { area, exchanges: templates } of areas) {
          const exchanges = templates.map((template) => filled(template) as Exchange)
          const anonymous = Tape.record()
          const recording = Tape.record({ keepPersonalData: true })
          const before = yield* sendAll(
            exchanges.map(requestOf),
            live(exchanges).pipe(
              (platform) => Layer.provide(recording.layer, platform),
              (platform) => Layer.provide(anonymous.layer, platform)
            )
          )
          const tape = recording.tape()
          shown.push(
            ...search(Tape.stringify(tape) + Tape.stringify(anonymous.tape())).slice(0, 3).map((found) =>
              `${area}: ${found}`
            )
          )

          const accepted = acceptedIn(tape, exchanges.map(requestOf), before)
          for (const each of [tape, anonymous.tape()]) {
            const after = yield* playedFrom(each)

            assert.deepStrictEqual(after.map(described), before.map(described), area)
            const acceptedAfter = acceptedIn(each, requestsOf(each), after)
            assert.deepStrictEqual([...accepted].filter((one) => !acceptedAfter.has(one)), [], area)
          }
        }

        assert.deepStrictEqual(shown, [])
      })
  )
})
