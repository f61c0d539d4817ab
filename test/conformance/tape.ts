/** Reads a tape from `latchkey/testing` as a recording. Its placeholders are filled with stand-ins of the same form. */
import * as Effect from "effect/Effect"
import { readFile } from "node:fs/promises"
import * as path from "node:path"
import { Tape } from "../../src/testing/index.ts"
import { fillAll, standInsOf } from "../../src/testing/tape/standIns.ts"
import type { Exchange } from "./exchange.ts"
import { type Recordings, Unusable } from "./recordings.ts"
import type { Known } from "./replay.ts"

/** A recording from a tape. */
export interface TapeRecording extends Recordings {
  /** Stand-ins of secrets and personal data. They differ in each run. */
  readonly standIns: ReadonlySet<string>
}

/** Reads a tape. Requests to other hosts, and requests without a response, are left out. */
export const loadTape = (file: string): Effect.Effect<TapeRecording, Unusable> =>
  Effect.gen(function*() {
    const text = yield* Effect.tryPromise(() => readFile(file, "utf8")).pipe(
      Effect.catch(() => unusable(`${file} cannot be read. Pass the file with the tape.`))
    )
    const tape = yield* Effect.try(() => Tape.parse(text)).pipe(
      Effect.catch(({ cause }) => unusable(`${file} is not a tape. ${(cause as Error).message}`))
    )
    return recordingOf(tape, path.basename(file).replace(/(\.tape)?\.json$/, ""))
  })

const unusable = (message: string) => Effect.fail(new Unusable({ message }))

/** Returns the exchanges of a tape. */
export const recordingOf = (tape: Tape.Tape, area: string): TapeRecording => {
  const standInOf = standInsOf(tape)
  const filled = fillAll(tape.exchanges, tape.standIns, standInOf) as Tape.Tape["exchanges"]
  const known: Known = Object.fromEntries(
    Object.entries(tape.standIns).flatMap(([name, { jwt }]) => {
      const token = standInOf(name)
      return jwt === undefined
        ? []
        : [[token, { kind: "access_token", jwt: { header: jwt.header, payload: claimsIn(token) } }]]
    })
  )
  const exchanges = filled.flatMap(({ endpoint, request, response }, at): ReadonlyArray<Exchange> => {
    if (response === undefined || !request.path.startsWith("/")) return []
    const query = request.query === undefined ? "" : `?${new URLSearchParams(request.query)}`
    return [{
      name: `${at + 1}. ${endpoint ?? request.path}`,
      request: {
        method: request.method,
        path: `/api/v1${request.path}${query}`,
        headers: request.headers ?? {},
        ...bodyOf(request.body)
      },
      response: { status: response.status, headers: response.headers ?? {}, ...bodyOf(response.body) }
    }]
  })
  return {
    known,
    areas: [{ area, exchanges }],
    standIns: new Set(Object.keys(tape.standIns).map((name) => standInOf(name)))
  }
}

type Body = NonNullable<Tape.Tape["exchanges"][number]["request"]["body"]>

const bodyOf = (body: Body | undefined): { readonly body?: unknown } => {
  if (body === undefined) return {}
  if ("json" in body) return { body: body.json }
  return { body: "form" in body ? new URLSearchParams(body.form).toString() : "text" in body ? body.text : body.bytes }
}

/** Decodes the claims of an access token. */
const claimsIn = (token: string): { readonly [name: string]: unknown } =>
  JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString())
