/** Writes a test that plays a tape. */
import * as Redacted from "effect/Redacted"
import { inSchemaError } from "../../../layers/call/index.ts"
import type { AccessLevel } from "../../../schemas/access.ts"
import { schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import type { Spec } from "../../../schemas/Spec.ts"
import { isTokenRejected, timesOf } from "./clientTimes.ts"
import { levelOf, readResponse } from "./conversation.ts"
import { fieldOf, isSecretOf, typesOf } from "./secretFields.ts"
import { fillAll, standInsOf } from "./standIns.ts"
import { type Exchange, type RecordedRequest, stringify, type Tape } from "./Tape.ts"
import { inputOf, specsOf } from "./visit.ts"

/** Options for the generated test. */
export interface TestOptions {
  /** Title of the test: what should be true. @default the endpoint that failed */
  readonly title?: string | undefined
  /**
   * Function of your app that made the recorded calls with the client that is its first argument. The test calls the
   * function instead of repeating the calls, so it passes as soon as the function is fixed. The function's other
   * arguments are those that `Recording.run` kept or, without it, the inputs of the recorded calls, in order.
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
 * Writes the source of a Vitest file that contains the tape and repeats the recorded calls. The test fails as the user
 * saw it: if the last call failed, its error fails the test. Otherwise, the test fails until it states what should be
 * true. Replace the calls with a call of your app's function, or pass the function as `program`.
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
  const isFree = isName(name) && !reserved.has(name)
  const imported = isFree ? name : `${isName(name) ? name : JSON.stringify(name)} as program`
  const given = argumentsOf(tape)
  const result = resultOf(tape)
  return [
    `/** Recorded ${tape.startedAt}. */`,
    "import { Tape } from \"latchkey/testing\"",
    `import { ${result === undefined ? "" : "expect, "}test } from "vitest"`,
    `import { ${imported} } from ${JSON.stringify(module)}`,
    "",
    `test(${JSON.stringify(title)}, async () => {`,
    "  const replay = Tape.replay(tape)",
    "",
    ...(tape.call === undefined && given.length > 0
      ? ["  // The inputs of the recorded calls. Replace them if the function has other parameters."]
      : []),
    `  ${result === undefined ? "" : "const result = "}await replay.run(${
      [isFree ? name : "program", ...given].join(", ")
    })`,
    "",
    ...(result ?? []).map((line) => `  ${line}`),
    "  replay.assertPlayed()",
    "})",
    "",
    ...inlined(tape)
  ].join("\n")
}

/** Names that the generated test uses itself, or that can't be names of variables. */
const reserved: ReadonlySet<string> = new Set(
  ("Tape expect replay result tape test arguments await break case catch class const continue debugger default delete do "
    + "else enum eval export extends false finally for function if implements import in instanceof interface let new null "
    + "package private protected public return static super switch this throw true try typeof undefined var void while "
    + "with yield").split(" ")
)

/** Returns the source of the arguments after the client: the recorded ones, or else the inputs of the recorded calls. */
const argumentsOf = (tape: Tape): ReadonlyArray<string> => {
  const standInOf = standInsOf(tape)
  const filled = (value: unknown) => fillAll(value, tape.standIns, standInOf)
  return tape.call === undefined
    ? stepsOf(withoutEarlyRefreshes(tape)).flatMap((exchange) => stepOf(exchange, filled).input ?? [])
    : tape.call.arguments.map((value) => literal(filled(value)))
}

/** Returns the lines about the result that the user saw; `undefined` if the function returned nothing, or isn't known. */
const resultOf = ({ call, standIns }: Tape): ReadonlyArray<string> | undefined => {
  const returned = call?.returned
  if (returned === undefined || returned === null) return undefined
  const isKept = JSON.stringify(fillAll(returned, standIns, () => "")) === JSON.stringify(returned)
  return isKept
    ? ["// The function returned this during the recording.", `expect(result).not.toEqual(${literal(returned)})`]
    : [
      "// State here what should be true of the result.",
      "expect.unreachable(\"Replace this line with what should be true.\")"
    ]
}

/** Writes a test that repeats the recorded calls. */
const repeating = (recorded: Tape, title: string | undefined): string => {
  const tape = { ...recorded, exchanges: withoutEarlyRefreshes(recorded) }
  const standInOf = standInsOf(tape)
  const steps = stepsOf(tape.exchanges).map((exchange) =>
    stepOf(exchange, (value) => fillAll(value, tape.standIns, standInOf))
  )
  const last = steps.at(-1)
  const servers = [...new Set(steps.filter(({ source }) => source !== undefined).map(({ level }) => level))]
    .filter((level) => level !== "client")
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
    ...(steps.some(({ level, source }) => level === "client" && source !== undefined)
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
      : []),
    "",
    "  replay.assertPlayed()",
    "})",
    "",
    ...inlined(tape)
  ].join("\n")
}

/**
 * Returns the exchanges without the refreshes of valid tokens. Some functions of a client refresh the token after their
 * call. The calls that the test repeats don't refresh it.
 */
const withoutEarlyRefreshes = (tape: Tape): ReadonlyArray<Exchange> =>
  timesOf(tape).filter(({ isEarlyRefresh }) => !isEarlyRefresh).map(({ exchange }) => exchange)

/** Writes the tape. In an object literal, a field `__proto__` would be the prototype. */
const inlined = (tape: Tape): ReadonlyArray<string> => [
  `const tape = Tape.parse(${stringify(tape).trimEnd().replaceAll("\"__proto__\":", "[\"__proto__\"]:")})`,
  ""
]

/** A call of the recorded program. */
interface Step {
  readonly level: AccessLevel
  /** Name of the endpoint, or the request if the contract doesn't contain the endpoint. */
  readonly name: string
  /** Source of the call; `undefined` if clients don't have it, or if the contract rejects its input. */
  readonly source: string | undefined
  /** Source of the input; `undefined` if the call has none. */
  readonly input: string | undefined
  /** Description of the error, and its code if it is a known error of the endpoint. */
  readonly error: { readonly code: string | undefined; readonly text: string } | undefined
  /** Session after the call, if the call changes it: the tokens in its response, or none. */
  readonly session: "new" | "none" | undefined
}

const stepOf = (exchange: Exchange, filled: (value: unknown) => unknown): Step => {
  const request = filled(exchange.request) as RecordedRequest
  const level = levelOf(request)
  const spec = specsOf(request).find(({ name }) => name === exchange.endpoint)
  const isCall = spec !== undefined && !(level === "client" && ofPayments.test(spec.name))
  const input = spec === undefined ? undefined : inputOf(spec, request)
  const error = errorOf(exchange, spec)
  const given = input === undefined || Object.keys(input).length === 0 ? "" : literal(input)
  return {
    level,
    name: spec?.name ?? `${request.method} ${request.path}`,
    source: input === undefined || !isCall ? undefined : `${level}.calls.${spec!.name}(${given})`,
    input: given === "" ? undefined : given,
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

/** Endpoints whose calls clients have in `latchkey/payments` instead of `client.calls`. */
const ofPayments = /^(?:billing|invoices|items|products|purchases)\./

/** Whether the response contains the tokens of a session. */
const opensSession = (spec: Spec): boolean => {
  const output = typesOf(schemasOf(spec).output)
  return ["access_token", "refresh_token"].every((name) => isSecretOf(fieldOf(output, name)))
}

const linesOf = ({ error, name, session, source }: Step, isLast: boolean): ReadonlyArray<string> => {
  if (source === undefined) return [`// ${name}: make this request here. Clients have no such call in \`calls\`.`]
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
  const { response } = exchange
  if (response === undefined || isTokenRejected(exchange)) return true
  const { status } = readResponse(response)
  return status === 429 || status >= 500
}

const errorOf = ({ failure, response }: Exchange, spec: Spec | undefined): Step["error"] => {
  if (response !== undefined) {
    const { code, json, status } = readResponse(response)
    if (code === undefined && status < 400) return undefined
    return {
      code: spec === undefined ? undefined : codeOf(spec, code, json),
      text: code === undefined ? `status ${status}` : `${code} (status ${status})`
    }
  }
  const text = failure === undefined
    ? "no response"
    : "lost" in failure
    ? failure.lost
    : "tooLargeFor" in failure
    ? `a response of more than ${failure.tooLargeFor} bytes`
    : `a redirect with status ${failure.redirectStatus}`
  return { code: undefined, text: text.replace(/\s/g, " ") }
}

/** Returns the code of the error with which a client's call fails; `undefined` if it fails with `CallError`. */
const codeOf = ({ errors }: Spec, code: string | undefined, json: unknown): string | undefined => {
  const refused = code === "SCHEMA_ERROR" ? inSchemaError(errors, Object(json).details)?.known : undefined
  return (refused ?? errors.find(({ spec }) => spec.code === code))?.spec.code
}

/** Writes a value as source. */
const literal = (value: unknown): string => {
  if (Redacted.isRedacted(value)) return literal(Redacted.value(value))
  if (value instanceof Date) return `new Date(${JSON.stringify(value.toISOString())})`
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, item]) => `${propertyOf(name)}: ${literal(item)}`)
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`
}

const propertyOf = (name: string): string =>
  name === "__proto__" ? "[\"__proto__\"]" : isName(name) ? name : JSON.stringify(name)

const isName = (text: string): boolean => /^[A-Za-z_$][\w$]*$/.test(text)
