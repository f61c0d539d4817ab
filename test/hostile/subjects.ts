/** Every function of every level, as a promise and as an Effect, with its input. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { defaults, Diagnostics } from "../../layers/call/Diagnostics.ts"
import * as Project from "../../layers/call/Project.ts"
import { make, type PolicyInput, RetryPolicy } from "../../layers/call/RetryPolicy.ts"
import { type Fetch, layerFetch } from "../../layers/call/Transport.ts"
import { layerExplicit } from "../../layers/session/TokenStore.ts"
import type { AccessLevel } from "../../schemas/access.ts"
import type { AnyEndpoint } from "../../schemas/Endpoint.ts"
import * as Admin from "../../src/programs/Admin.ts"
import * as Client from "../../src/programs/Client.ts"
import { callsOf } from "../../src/promise/calls.ts"
import { clientCalls } from "../../src/promise/clientCalls.ts"
import { createAdmin, createClient, createServer, type Disposable } from "../../src/promise/index.ts"
import { everyEndpoint, everyFlow, inputsOf, sendsNoRequest } from "../support/contract/everyCall.ts"
import { accessToken, projectId } from "../support/contract/project.ts"
import { canaries } from "../support/suite/canaries.ts"

/** Environment of a call. */
export interface Surroundings {
  readonly origin: string
  /** Origin of a server that must receive no requests. */
  readonly elsewhere: string
  readonly fetch: Fetch
  readonly retryPolicy: PolicyInput
  readonly signal: AbortSignal
}

/** Result of a call. */
export type Ended =
  | { readonly _tag: "Answered" }
  | { readonly _tag: "Failed"; readonly error: unknown }
  | { readonly _tag: "Died"; readonly defect: unknown }

/** A function with a valid input. */
export interface Subject {
  readonly name: string
  readonly sendsNoRequest: boolean
  /** Whether an attempt may take minutes, regardless of the policy. */
  readonly patient: boolean
  /**
   * Errors that the function may fail with, besides `CallError`. `undefined`: all errors that `latchkey/promise`
   * exports.
   */
  readonly errors: AnyEndpoint["spec"]["errors"] | undefined
  readonly call: (at: Surroundings) => Promise<Ended>
}

const keys = {
  projectId,
  publishableClientKey: canaries.publishableClientKey,
  secretServerKey: canaries.secretServerKey,
  superSecretAdminKey: canaries.superSecretAdminKey
}

const fresh = { accessToken: canaries.accessToken, refreshToken: canaries.refreshToken }
const expired = { ...fresh, accessToken: accessToken({ exp: 1, name: "canary" }) }

type Make = (at: Surroundings, tokens?: typeof fresh) => Disposable

const optionsOf = ({ fetch, origin, retryPolicy }: Surroundings, tokenStore = fresh) => ({
  ...keys,
  baseUrl: origin,
  fetch,
  retryPolicy,
  tokenStore
})

const facades: { readonly [Level in AccessLevel]: Make } = {
  client: (at, tokens) => createClient({ ...optionsOf(at, tokens), redirectMethod: "none" }),
  server: (at, tokens) => createServer(optionsOf(at, tokens)),
  admin: (at, tokens) => createAdmin(optionsOf(at, tokens))
}

/** Number of items to take from a list. It is higher than the number of items on any hostile page. */
const enough = 5

const settle = async (result: unknown): Promise<void> => {
  if (typeof result !== "object" || result === null || !(Symbol.asyncIterator in result)) return void await result
  let items = 0
  for await (const _item of result as AsyncIterable<unknown>) if (++items === enough) break
}

const callOf =
  (made: Make, path: string, input: ReadonlyArray<unknown>, tokens?: typeof fresh): Subject["call"] => async (at) => {
    await using facade = made(at, tokens)
    const call = path.split(".").reduce<any>((within, name) => within[name], facade)
    try {
      await settle(call(...input, { signal: at.signal }))
      return { _tag: "Answered" }
    } catch (error) {
      return { _tag: "Failed", error }
    }
  }

const levels = Object.keys(facades) as ReadonlyArray<AccessLevel>
const levelOf = (flow: string): AccessLevel => levels.find((level) => flow.startsWith(`${level}.`)) ?? "client"

const probed: Surroundings = {
  origin: "http://api.localhost",
  elsewhere: "http://api.localhost",
  fetch: async () => new Response("no", { status: 400 }),
  retryPolicy: { attempts: 1 },
  signal: new AbortController().signal
}

/** Selects the first input for which the function sends a request. */
const fitting = async (
  inputs: ReadonlyArray<ReadonlyArray<unknown>>,
  callWith: (input: ReadonlyArray<unknown>) => Subject["call"]
): Promise<Subject["call"]> => {
  for (const input of inputs) {
    let requested = 0
    await callWith(input)({ ...probed, fetch: (url, init) => (requested++, probed.fetch(url, init)) })
    if (requested > 0) return callWith(input)
  }
  return callWith(inputs[0]!)
}

const common = (name: string) => ({
  name,
  sendsNoRequest: sendsNoRequest.test(name),
  patient: /aiChat/.test(name),
  errors: undefined
})

/** Creates the call when it is first used, because most runs use only a few functions. */
const lazily = (make: () => Promise<Subject["call"]>): Subject["call"] => {
  let made: Promise<Subject["call"]> | undefined
  return async (at) => (await (made ??= make()))(at)
}

const flows: ReadonlyArray<Subject> = everyFlow.map((flow) => {
  const level = levelOf(flow.name)
  const path = flow.name.startsWith(`${level}.`) ? flow.name.slice(level.length + 1) : flow.name
  return {
    ...common(flow.name),
    name: `${level}.${path}`,
    call: lazily(() => fitting(inputsOf(flow), (input) => callOf(facades[level], path, input)))
  }
})

const inputOf = (call: unknown): object => everyEndpoint.find(({ endpoint }) => endpoint === call)!.input

const callsAt = (level: AccessLevel, calls: object): ReadonlyArray<Subject> =>
  Object.entries(calls).flatMap(([resource, members]) =>
    Object.entries(members as object).map(([name, endpoint]): Subject => {
      const path = `calls.${resource}.${name}`
      return {
        ...common(`${level}.${path}`),
        sendsNoRequest: false,
        call: callOf(facades[level], path, [inputOf(endpoint)])
      }
    })
  )

/** Functions that start with an expired token and have to refresh it first. */
const refreshing: ReadonlyArray<Subject> = [
  ...["authHeaders", "currentUser.get", "teams.list", "signOut", "calls.users.getMe"].map((path) => ["client", path]),
  ["server", "calls.users.getMe"],
  ["admin", "calls.users.getMe"]
].map(([level, path]): Subject => ({
  ...common(`${level}.${path} with an expired session`),
  sendsNoRequest: false,
  call: callOf(facades[level as AccessLevel], path!, path!.startsWith("calls") ? [{}] : [], expired)
}))

/** All levels in one layer. Health checks go to the server that must receive no requests. */
const everyLevel = ({ elsewhere, fetch, origin, retryPolicy }: Surroundings) =>
  Admin.layerNoProject().pipe(
    Layer.provideMerge(Client.layerNoProject({
      tokenStore: layerExplicit({
        accessToken: Redacted.make(fresh.accessToken),
        refreshToken: Redacted.make(fresh.refreshToken)
      })
    })),
    Layer.provideMerge(Project.layer({ ...keys, baseUrl: origin })),
    Layer.provide(layerFetch({ fetch })),
    Layer.provideMerge(Layer.merge(
      Layer.succeed(RetryPolicy, make(retryPolicy)),
      Layer.succeed(Diagnostics, [
        ...defaults.filter((check) => !check.elsewhere),
        { name: "elsewhere", url: () => elsewhere, elsewhere: true }
      ])
    ))
  )

const endpoints: ReadonlyArray<Subject> = everyEndpoint.map(({ endpoint, input }) => ({
  ...common(endpoint.spec.name),
  name: `Effect of ${endpoint.spec.name}`,
  sendsNoRequest: false,
  errors: endpoint.spec.errors,
  call: async (at) => {
    const runtime = ManagedRuntime.make(everyLevel(at))
    const effect = endpoint(input) as Effect.Effect<unknown, unknown, never>
    const exit = await runtime.runPromiseExit(effect, { signal: at.signal })
    await runtime.dispose()
    if (Exit.isSuccess(exit)) return { _tag: "Answered" }
    const failed = exit.cause.reasons.find(Cause.isFailReason)
    if (failed !== undefined) return { _tag: "Failed", error: failed.error }
    return at.signal.aborted && Cause.hasInterruptsOnly(exit.cause)
      ? { _tag: "Failed", error: at.signal.reason }
      : { _tag: "Died", defect: Cause.squash(exit.cause) }
  }
}))

/** All functions, grouped by kind. */
export const subjects: ReadonlyArray<Subject> = [
  ...flows,
  ...callsAt("client", clientCalls),
  ...callsAt("server", callsOf("server")),
  ...callsAt("admin", callsOf("admin")),
  ...refreshing,
  ...endpoints
]
