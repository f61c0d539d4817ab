/**
 * Reads by id that share requests, with Effect's `RequestResolver`: callers that ask for the same thing in one tick cause
 * one request.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Fiber from "effect/Fiber"
import * as Request from "effect/Request"
import * as RequestResolver from "effect/RequestResolver"
import { read, ReadCache, RecordedCalls } from "../../layers/reads/index.ts"
import type { AnyEndpoint, Arguments, EndpointCall } from "../../schemas/Endpoint.ts"
import { type CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"

/** A lookup of one caller. */
export class Lookup extends Request.Class<{ readonly input: unknown; readonly caller: Caller }, any, any, any> {}

/** Whether a caller still waits. */
interface Caller {
  left: boolean
  onLeave: () => void
}

/** An endpoint's function whose calls share requests. */
export interface LookupFunction<Access, Input, Output, Errors> {
  (...input: Arguments<Input>): Effect.Effect<Output, Errors | CallError, Access>
}

/**
 * Returns the function of a GET endpoint whose calls share requests: calls with equal input in one tick cause one
 * request, for `Effect.forEach(ids, …, { concurrency: "unbounded" })` and for independent fibers. Calls of different
 * clients, or with different policies, never share a request. A request is aborted when its last caller is interrupted.
 *
 * The platform has no list by ids for any resource, so different inputs are different requests. With `ReadCache` among the
 * services, as in `reads.over(Server.layer())`, responses are also cached by its `ReadPolicy`, and writes through the same
 * services refresh them. Input with secrets is never cached.
 *
 * Throws `InvalidConfiguration` for an endpoint that isn't a GET, because shared writes would be lost.
 *
 * @param change Changes the resolver, for example `RequestResolver.setDelay("10 millis")` for a longer tick, or
 * `RequestResolver.batchN(100)`. @default none
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Teams from "latchkey/endpoints/teams"
 * import { lookupOf } from "latchkey/lookups"
 *
 * const team = lookupOf(Teams.getAny)
 * emulator.requests.clear()
 * const twice = yield* Effect.forEach([1, 2], () => team({ teamId }), { concurrency: "unbounded" })
 * console.log(twice.length, emulator.requests.list().length) // 2 1
 * ```
 */
export const lookupOf = <Access, Input, Output, Errors>(
  endpoint: EndpointCall<Access, Input, Output, Errors>,
  change: (resolver: RequestResolver.RequestResolver<Lookup>) => RequestResolver.RequestResolver<Lookup> = (own) => own
): LookupFunction<Access, Input, Output, Errors> => {
  if (endpoint.spec.method !== "GET") throw notRead(endpoint.spec.name)
  const resolver = change(RequestResolver.makeGrouped<Lookup, string>({
    key: ({ context }) => servicesOf(context),
    resolver: (entries) =>
      Effect.forEach(groupsOf(entries), complete(endpoint), { concurrency: "unbounded", discard: true })
  }))
  return (...[input]) =>
    Effect.suspend(() => {
      const caller: Caller = { left: false, onLeave: () => {} }
      return Effect.onInterrupt(
        Effect.request(new Lookup({ input: input ?? {}, caller }), resolver),
        () =>
          Effect.sync(() => {
            caller.left = true
            caller.onLeave()
          })
      )
    })
}

const notRead = (name: string) =>
  new InvalidConfiguration({
    setting: "lookupOf",
    problem: `got ${name}, which isn't a GET`,
    next: "Look up with a GET endpoint, and call the other functions directly."
  })

type Entries = ReadonlyArray<Request.Entry<Lookup>>

/** Groups the lookups of a tick by equal input. */
const groupsOf = (entries: Entries): ReadonlyArray<Entries> => {
  const groups: Array<Array<Request.Entry<Lookup>>> = []
  for (const entry of entries) {
    const group = groups.find(([first]) => Equal.equals(first!.request.input, entry.request.input))
    if (group === undefined) groups.push([entry])
    else group.push(entry)
  }
  return groups
}

/** Sends one request for several equal lookups, and aborts it when the last of their callers is interrupted. */
const complete = (endpoint: AnyEndpoint) => (entries: Entries): Effect.Effect<void> =>
  Effect.gen(function*() {
    const { context, request: { input } } = entries[0]!
    const sending = yield* Effect.forkChild(Effect.provideContext(cached(endpoint, input), context), {
      startImmediately: true
    })
    const waiting = () => entries.some(({ request }) => !request.caller.left)
    for (const { request: { caller } } of entries) {
      caller.onLeave = () => {
        if (!waiting()) sending.interruptUnsafe()
      }
    }
    if (!waiting()) sending.interruptUnsafe()
    const exit = yield* Fiber.await(sending)
    for (const entry of entries) entry.completeUnsafe(exit)
  })

/** Sends the request, or takes the response from the cache of reads. */
const cached = (endpoint: AnyEndpoint, input: unknown): Effect.Effect<unknown, unknown, any> =>
  Effect.contextWith((context: Context.Context<never>) => {
    const call = endpoint(input)
    // inside a read, the call is part of that read, so that the same writes refresh it
    const cache = Context.get(context, RecordedCalls) === undefined
      ? Context.getOrUndefined(context, ReadCache)
      : undefined
    const key = keyOf(endpoint.spec.name, input)
    const of = endpoint.spec.access === "client" ? "user" : "everyone"
    return cache === undefined || key === undefined ? call : cache.get(read(key, call, { of }))
  })

/** Returns the key of a cached lookup; `undefined` if the input contains anything but plain values. */
const keyOf = (name: string, input: unknown): string | undefined => {
  const entries = Object.entries(input as object).filter(([, value]) => value !== undefined)
  return entries.every(([, value]) => typeof value !== "object")
    ? `lookup ${name} ${JSON.stringify(entries.sort(([a], [b]) => a < b ? -1 : 1))}`
    : undefined
}

/** Returns a string that is equal for callers with the same services and settings of this library. */
const servicesOf = (context: Context.Context<never>): string =>
  [...context.mapUnsafe].filter(([key]) => key.startsWith("latchkey/"))
    .map(([key, service]) => `${key} ${numberOf(service)}`).sort().join(" ")

const numbers = new WeakMap<object, number>()
let lastNumber = 0

/** Returns a number that identifies an object, or any other value as text. */
const numberOf = (service: unknown): string => {
  if (typeof service !== "object" && typeof service !== "function" || service === null) return String(service)
  const number = numbers.get(service) ?? ++lastNumber
  numbers.set(service, number)
  return String(number)
}
