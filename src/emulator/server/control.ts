/**
 * Control API: the control operations as JSON over HTTP, for tests in other languages and processes. Documented in
 * `examples/emulator/README.md`.
 */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { activeFaultToJson } from "../faults/index.ts"
import { maxProblems } from "../request/index.ts"
import { type Incoming, type Mail, type Outgoing, success } from "../state/index.ts"
import type { EmulatorHandle } from "./emulatorHandle.ts"
import { type Implementation, type Operation, type OperationName, operations } from "./operations.ts"

/** Path of the control API. */
export const controlPath = "/emulator/control"

/** An operation was rejected. `status` is the status of the control API's response. */
class Refused extends Data.TaggedError("Refused")<{ readonly status: number; readonly error: string }> {}

/** Saves the state to the file that the emulator was started with. Fails with a message for users. */
export type SaveState = Effect.Effect<void, { readonly message: string }>

/** The emulator that an operation changes. */
export interface Controlled {
  readonly emulator: EmulatorHandle
  readonly saveState?: SaveState | undefined
}

const implementationOf = ({ emulator, saveState }: Controlled): Implementation => {
  const {
    clock,
    codes,
    external,
    faults,
    oauth,
    outbox,
    payments,
    projects,
    requests,
    sessions,
    settings,
    teams,
    users
  } = emulator
  return {
    users,
    teams,
    sessions,
    oauth,
    external,
    payments,
    settings,
    outbox: {
      list: ({ address }) => Effect.runPromise(mailsOf(emulator, address)),
      remove: ({ address }) => {
        const before = outbox.list().length
        if (address === undefined) outbox.clear()
        else outbox.remove(address)
        return before - outbox.list().length
      }
    },
    codes: {
      expire: ({ code }) => unless(codes.expire(code), "There is no such code."),
      exhaustAttempts: ({ code }) => unless(codes.exhaustAttempts(code), "There is no such code.")
    },
    clock: {
      now: clock.now,
      move: (move) => {
        if ("now" in move) clock.moveTo(move.now)
        else clock.advance(Duration.toMillis(move.advance))
        return clock.now()
      }
    },
    projects: {
      list: () => [emulator.project],
      create: projects.create,
      configure: ({ config = {}, displayName, projectId }) => {
        unless(projects.configure(config, projectId), `There is no project ${projectId}.`)
        if (displayName !== undefined) projects.rename(displayName, projectId)
      }
    },
    faults: {
      list: () => faults.list().map(activeFaultToJson),
      follow: (plan) => void faults.follow(plan),
      remove: ({ at }) => at === undefined ? faults.clear() : unless(faults.remove(at), "There is no such fault.")
    },
    requests: {
      list: ({ id }) => id === undefined ? { requests: requests.list() } : requestWithId(requests, id)
    },
    state: {
      reset: emulator.reset,
      save: () => {
        unless(
          saveState !== undefined,
          "The emulator has no file to save its state to. Start it with --state FILE.",
          409
        )
        return Effect.runPromise(
          Effect.mapError(saveState!, ({ message }) => new Refused({ status: 500, error: message }))
        )
      }
    }
  }
}

/** Returns one request with its exchange. */
const requestWithId = (requests: EmulatorHandle["requests"], id: number) => {
  const request = requests.list().find((request) => request.id === id)
  const exchange = requests.exchange(id)
  unless(
    request !== undefined && exchange !== undefined,
    "There is no such request among the last 200, whose details are kept."
  )
  return { request, exchange }
}

const unless = (isDone: boolean, error: string, status = 404): void => {
  if (!isDone) throw new Refused({ status, error })
}

/** Maximum number of emails rendered for one request: the newest. */
const maxRendered = 100

/** Returns the emails to an address, or all emails, oldest first. Renders the newest ones. */
export const mailsOf = (
  { outbox }: EmulatorHandle,
  address: string | undefined
): Effect.Effect<ReadonlyArray<Mail>> => {
  const mails = address ? outbox.byAddress(address) : outbox.list()
  const rendered = Effect.forEach(mails.slice(-maxRendered), (mail) => Effect.promise(() => outbox.rendered(mail)))
  return Effect.as(rendered, mails)
}

/** Returns the declaration of an operation. */
export const operationOf = (name: OperationName): Operation => {
  const [group, key] = name.split(".") as [keyof typeof operations, string]
  return (operations[group] as { readonly [key: string]: Operation })[key]!
}

const names = Object.entries(operations).flatMap(([group, members]) =>
  Object.keys(members).map((key) => `${group}.${key}` as OperationName)
)

/** Names of the operations, by route. */
const routes = new Map(names.map((name): [string, OperationName] => [operationOf(name).route, name]))

/** Performs an operation with unchecked input. Returns the output in its encoded form. */
export const perform = (
  controlled: Controlled,
  name: OperationName,
  input: unknown,
  onExcessProperty: "error" | "ignore" = "error"
): Effect.Effect<unknown, Refused> =>
  Effect.gen(function*() {
    const operation = operationOf(name)
    const decoded = yield* Effect.mapError(
      Schema.decodeUnknownEffect(operation.input, { errors: "all", onExcessProperty })(input),
      ({ issue }) => {
        const problems = problemsOf(issue)
        const others = problems.length > maxProblems ? [`and ${problems.length - maxProblems} more`] : []
        return new Refused({ status: 400, error: [...problems.slice(0, maxProblems), ...others].join("; ") })
      }
    )
    const [group, key] = name.split(".") as [keyof Implementation, string]
    const functions = implementationOf(controlled)[group] as unknown as {
      readonly [key: string]: (input: unknown) => unknown
    }
    const output = yield* Effect.tryPromise({
      try: async () => functions[key]!(decoded),
      catch: (error) =>
        error instanceof Refused
          ? error
          : new Refused({ status: 409, error: error instanceof Error ? error.message : String(error) })
    })
    return operation.output === Schema.Void
      ? success
      : yield* Effect.orDie(Schema.encodeUnknownEffect(operation.output)(output))
  })

const jsonOf = ({ body, header }: Incoming): Effect.Effect<unknown, Refused> =>
  // also protects from forms on other sites: before sending JSON, a browser sends a preflight, which is rejected
  header("content-type")?.split(";")[0]!.trim() === "application/json"
    ? Effect.try({
      try: (): unknown => JSON.parse(body),
      catch: () => new Refused({ status: 400, error: "The body is not valid JSON." })
    })
    : new Refused({ status: 415, error: "Send JSON, with content-type application/json." })

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Lists the problems of a value, each with its path: `users[0].email: Missing key`. */
export const problemsOf = (issue: SchemaIssue.Issue): ReadonlyArray<string> =>
  format(issue).issues.map(({ message, path = [] }) => `${pathOf(path as ReadonlyArray<PropertyKey>)}: ${message}`)

const pathOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.length === 0
    ? "the value itself"
    : path.map((part, at) => typeof part === "number" ? `[${part}]` : `${at === 0 ? "" : "."}${String(part)}`).join("")

const responseTo = (controlled: Controlled, incoming: Incoming): Effect.Effect<unknown, Refused> =>
  Effect.gen(function*() {
    const { method, url } = incoming
    const name = routes.get(`${method} ${url.pathname.slice(controlPath.length)}`)
    if (name === undefined) {
      return yield* new Refused({ status: 404, error: `The control API has no route ${method} ${url.pathname}.` })
    }
    const { field, input } = operationOf(name)
    const hasQuery = method === "GET" || method === "DELETE"
    const hasInput = !("fields" in input && Object.keys(input.fields as object).length === 0)
    const raw = hasQuery ? Object.fromEntries(url.searchParams) : hasInput ? yield* jsonOf(incoming) : {}
    const output = yield* perform(controlled, name, raw, hasQuery ? "ignore" : "error")
    return field === undefined ? output : { [field]: output }
  })

/** Responds to a request below {@link controlPath}. */
export const control = (controlled: Controlled, incoming: Incoming): Effect.Effect<Outgoing> =>
  Effect.match(responseTo(controlled, incoming), {
    onSuccess: (value) => asJson(200, value),
    onFailure: ({ error, status }) => asJson(status, { error })
  })

/** Builds a JSON response, which pages of other origins can't read. */
export const asJson = (status: number, value: unknown): Outgoing => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
  body: JSON.stringify(value)
})
