/** Writes a test that plays a tape. */
import * as Redacted from "effect/Redacted"
import { knownErrorOf, realStatus } from "../../../layers/call/index.ts"
import { schemasOf } from "../../../schemas/schemasOf.ts"
import type { Spec } from "../../../schemas/Spec.ts"
import { inputOf, specsOf } from "./conceal.ts"
import { platformName } from "./conversation.ts"
import { fieldOf, isSecretOf, typesOf } from "./secretFields.ts"
import { fill, mapTexts, standInsOf } from "./standIns.ts"
import { type Exchange, type RecordedRequest, startOf, stringify, type Tape } from "./Tape.ts"

/** Options of a written test. */
export interface TestOptions {
  /** Title of the test: what should be true. @default the endpoint that failed */
  readonly title?: string | undefined
  /**
   * Function of your app that made the recorded calls with the client that it was given. The test calls the function
   * instead of repeating the calls, so it passes as soon as the function is fixed.
   */
  readonly program?: TestedProgram | undefined
}

/** Function of an app. */
export interface TestedProgram {
  /** Name of the export. */
  readonly name: string
  /** Module specifier that the test imports, such as `./loadTasks.ts`. */
  readonly module: string
}

/**
 * Writes the source of a Vitest file that contains the tape and repeats the recorded calls. It fails as the user saw
 * it: if the last call failed, its error fails the test. Otherwise, the test fails until it states what should be true.
 * Replace the calls with a call of your app's function, or pass the function as `program`.
 *
 * @example
 * ```ts
 * import { createClient } from "latchkey/promise"
 * import { Tape } from "latchkey/testing"
 *
 * const recording = Tape.record({ fetch: emulator.fetch })
 * const client = createClient({ ...project, fetch: recording.fetch })
 * await client.signIn.withPassword({ email, password: "wrong password" }).settled()
 * const source = Tape.toTest(recording.tape())
 * console.log(source.includes("test(\"password.signIn succeeds\"")) // true
 * ```
 */
export const toTest = (tape: Tape, { program, title }: TestOptions = {}): string =>
  program === undefined ? repeating(tape, title) : calling(tape, program, title)

/** Writes a test that calls a function of the app. */
const calling = (tape: Tape, { module, name }: TestedProgram, title = `${name} works`): string => {
  const isFree = isName(name) && !["Tape", "default", "tape", "test"].includes(name)
  const imported = isFree ? name : `${isName(name) ? name : JSON.stringify(name)} as program`
  return [
    `/** Recorded ${tape.startedAt}. */`,
    "import { Tape } from \"latchkey/testing\"",
    "import { test } from \"vitest\"",
    `import { ${imported} } from ${JSON.stringify(module)}`,
    "",
    `test(${JSON.stringify(title)}, async () => {`,
    "  const replay = Tape.replay(tape)",
    "",
    `  await ${isFree ? name : "program"}(replay.client())`,
    "",
    "  replay.assertPlayed()",
    "})",
    "",
    ...inlined(tape)
  ].join("\n")
}

/** Writes a test that repeats the recorded calls. */
const repeating = (recorded: Tape, title: string | undefined): string => {
  const tape = { ...recorded, exchanges: withoutEarlyRefreshes(recorded) }
  const standInOf = standInsOf(tape)
  const steps = stepsOf(tape.exchanges).map((exchange) =>
    stepOf(exchange, (text) => fill(text, tape.standIns, standInOf))
  )
  const last = steps.at(-1)
  const servers = [...new Set(steps.map(({ level }) => level))].filter((level) => level !== "client")
  const creating = servers.map((level) => `create${level === "server" ? "Server" : "Admin"}`)
  const named = title ??
    (last?.error === undefined ? "the recorded calls do what they should" : `${last.name} succeeds`)
  return [
    `/** Recorded ${tape.startedAt}. Replace the calls with a call of your app's function. */`,
    ...(creating.length === 0 ? [] : [`import { ${creating.join(", ")} } from "latchkey/promise"`]),
    "import { Tape } from \"latchkey/testing\"",
    `import { ${
      steps.slice(0, -1).some(({ error }) => error !== undefined) || last?.error === undefined ? "expect, " : ""
    }test } from "vitest"`,
    "",
    `test(${JSON.stringify(named)}, async () => {`,
    "  const replay = Tape.replay(tape)",
    ...(steps.some(({ level }) => level === "client")
      ? [`  ${steps.some(({ session }) => session !== undefined) ? "let" : "const"} client = replay.client()`]
      : []),
    ...servers.map((level, at) => `  const ${level} = ${creating[at]}({ ...replay.project, fetch: replay.fetch })`),
    "",
    ...steps.flatMap((step) => linesOf(step, step === last)).map((line) => `  ${line}`),
    ...(last?.error === undefined
      ? [
        "",
        "  // Every recorded call succeeded. State here what should be true instead.",
        "  expect.unreachable(\"Replace this line with what should be true.\")"
      ]
      : ["", "  replay.assertPlayed()"]),
    "})",
    "",
    ...inlined(tape)
  ].join("\n")
}

/** Time before the expiry of a token, in milliseconds, in which a client refreshes it for any call. */
const refreshTime = 60_000

/**
 * Returns the exchanges without the refreshes of unexpired tokens. Some functions of a client refresh the token after
 * their call. The calls that the test repeats don't.
 */
const withoutEarlyRefreshes = (tape: Tape): ReadonlyArray<Exchange> => {
  const expiryOf = (text: string): number => {
    const name = /\{\{(access_token:\d+)\}\}/.exec(text)?.[1] ?? ""
    const exp = Object(tape.standIns[name]?.jwt?.claims).exp
    return typeof exp === "number" ? exp * 1000 : 0
  }
  let expiry = 0
  return tape.exchanges.filter(({ at, endpoint, request, response }) => {
    const isEarly = endpoint === "oauth.refresh" && startOf(tape) + at < expiry - refreshTime
    expiry = Math.max(expiry, expiryOf(JSON.stringify([request.headers, response?.body])))
    return !isEarly
  })
}

/** Writes the tape. In an object literal, a field `__proto__` would be the prototype. */
const inlined = (tape: Tape): ReadonlyArray<string> => [
  `const tape = Tape.parse(${stringify(tape).trimEnd().replace(/^( *)"__proto__":/gm, "$1[\"__proto__\"]:")})`,
  ""
]

/** A call of the recorded program. */
interface Step {
  readonly level: "client" | "server" | "admin"
  /** Name of the endpoint, or the request if the contract doesn't have it. */
  readonly name: string
  /** Source of the call; `undefined` if the contract doesn't have its endpoint, or rejects its input. */
  readonly source: string | undefined
  /** Code of the error, or a description of the failure. */
  readonly error: { readonly code: string | undefined; readonly text: string } | undefined
  /** Session after the call, if the call changes it: the tokens in its response, or none. */
  readonly session: "new" | "none" | undefined
}

const stepOf = (exchange: Exchange, filled: (text: string) => string): Step => {
  const request = mapTexts(exchange.request, filled) as RecordedRequest
  const level = levelOf(request)
  const spec = specsOf(request).find(({ name }) => name === exchange.endpoint)
  const input = spec === undefined ? undefined : inputOf(spec, request)
  const error = errorOf(exchange)
  const given = input === undefined || Object.keys(input).length === 0 ? "" : literal(input)
  return {
    level,
    name: spec?.name ?? `${request.method} ${request.path}`,
    source: input === undefined ? undefined : `${level}.calls.${spec!.name}(${given})`,
    error,
    session: spec === undefined || level !== "client" || error !== undefined
      ? undefined
      : opensSession(spec)
      ? "new"
      : spec.name === "sessions.deleteCurrent"
      ? "none"
      : undefined
  }
}

/** Whether the response contains the tokens of a session. */
const opensSession = (spec: Spec): boolean => {
  const output = typesOf(schemasOf(spec).output)
  return ["access_token", "refresh_token"].every((name) => isSecretOf(fieldOf(output, name)))
}

const levelOf = ({ headers = {} }: RecordedRequest): Step["level"] => {
  const type = Object.entries(headers).find(([name]) => platformName(name) === "access-type")?.[1]
  return type === "server" || type === "admin" ? type : "client"
}

const linesOf = ({ error, name, session, source }: Step, isLast: boolean): ReadonlyArray<string> => {
  if (source === undefined) return [`// ${name}: make this request here; the contract has no such call.`]
  if (error !== undefined) {
    return isLast
      ? [`// failed during the recording: ${error.text}`, `await ${source}`]
      : [
        `await expect(${source}).rejects.toMatchObject(${
          literal(error.code === undefined ? { _tag: "CallError" } : { code: error.code })
        })`
      ]
  }
  switch (session) {
    case "new":
      return [`client = replay.client({ tokenStore: await ${source} })`]
    case "none":
      return [`await ${source}`, "client = replay.client({ tokenStore: \"memory\" })"]
    case undefined:
      return [`await ${source}`]
  }
}

/** Returns the exchanges that a test repeats: without refreshes, health checks and attempts that were retried. */
const stepsOf = (exchanges: ReadonlyArray<Exchange>): ReadonlyArray<Exchange> =>
  exchanges.filter((exchange, at) => {
    const { endpoint = "", request } = exchange
    return request.headers !== undefined && !endpoint.endsWith(".refresh")
      && !(isRetried(exchange) && exchanges.slice(at + 1).some((later) => isSameCall(later.request, request)))
  })

const isSameCall = (a: RecordedRequest, b: RecordedRequest): boolean =>
  JSON.stringify({ ...a, headers: {} }) === JSON.stringify({ ...b, headers: {} })

/** Whether a client retries after this outcome. */
const isRetried = (exchange: Exchange): boolean => {
  const error = errorOf(exchange)
  return exchange.response === undefined || statusOf(exchange.response) === 429 || statusOf(exchange.response) >= 500
    || /ACCESS_TOKEN/.test(error?.code ?? "")
}

const responded = ({ headers = {}, status }: NonNullable<Exchange["response"]>) => ({
  status,
  headers: { get: (name: string) => headers[name] ?? null },
  body: new Uint8Array()
})

const statusOf = (response: NonNullable<Exchange["response"]>): number => realStatus(responded(response))

const errorOf = ({ failure, response }: Exchange): Step["error"] => {
  if (response !== undefined) {
    const code = knownErrorOf(responded(response))
    const status = statusOf(response)
    if (code === undefined && status < 400) return undefined
    return { code, text: code === undefined ? `status ${status}` : `${code} (status ${status})` }
  }
  const text = failure === undefined
    ? "no response"
    : "lost" in failure
    ? failure.lost
    : "tooLargeFor" in failure
    ? `a response of more than ${failure.tooLargeFor} bytes`
    : `a redirect with status ${failure.redirectStatus}`
  return { code: undefined, text: text.replace(/\s+/g, " ") }
}

/** Writes a value as source. */
const literal = (value: unknown): string => {
  if (Redacted.isRedacted(value)) return literal(Redacted.value(value))
  if (value instanceof Date) return `new Date(${JSON.stringify(value.toISOString())})`
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined"
  const fields = Object.entries(value).filter(([, item]) => item !== undefined)
    .map(([name, item]) => `${propertyOf(name)}: ${literal(item)}`)
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`
}

const propertyOf = (name: string): string =>
  name === "__proto__" ? "[\"__proto__\"]" : isName(name) ? name : JSON.stringify(name)

const isName = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text)
