/** Tapes of recorded conversations with the real platform. docs/laws.md W1, W3. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Transport, type WireRequest, type WireResponse } from "../../layers/call/Transport.ts"
import { Tape } from "../../src/testing/index.ts"
import { bytesOf } from "../../src/testing/tape/conversation.ts"
import { fill, mapTexts, standInsOf } from "../../src/testing/tape/standIns.ts"
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
  const standInOf = standInsOf(tape)
  const filled = mapTexts(tape.exchanges, (text) => fill(text, tape.standIns, standInOf)) as Tape.Tape["exchanges"]
  return filled.map(({ request: { body, headers = {}, method, path, query } }) => ({
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

/** Describes a JSON value without its texts, which a tape may replace. */
const shapeOf = (value: unknown): unknown =>
  typeof value === "string"
    ? "text"
    : Array.isArray(value)
    ? value.map(shapeOf)
    : typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shapeOf(item)]))
    : value

const described = ({ body, headers, status }: WireResponse) => {
  const text = new TextDecoder().decode(body)
  const json = (headers.get("content-type") ?? "").includes("json")
  return { status, error: headers.get("x-stack-known-error"), body: json ? shapeOf(JSON.parse(text)) : "text" }
}

describe.runIf(folders.length > 0)("tapes of the real platform", () => {
  it.effect.each(folders)(
    "W1, W3: a tape of the real platform repeats its responses, and contains none of its secrets: %s",
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

          const replay = Tape.replay(tape)
          // with fetch, because a client doesn't follow redirects to other hosts
          const after = yield* Effect.forEach(requestsOf(tape), ({ body, headers, method, url }) =>
            Effect.promise(async (): Promise<WireResponse> => {
              const response = await replay.fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
              return {
                status: response.status,
                headers: response.headers,
                body: new Uint8Array(await response.arrayBuffer())
              }
            }))

          assert.deepStrictEqual(after.map(described), before.map(described), area)
          replay.assertPlayed()
        }

        assert.deepStrictEqual(shown, [])
      })
  )
})
