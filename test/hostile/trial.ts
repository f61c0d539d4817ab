/** Calls functions with a hostile server, and lists the laws that they break. */
import { inspect } from "node:util"
import { vi } from "vitest"
import type { Fetch } from "../../layers/call/Transport.ts"
import { CallError } from "../../schemas/errors/CallError.ts"
import * as entry from "../../src/promise/index.ts"
import { printed, shownIn } from "../support/suite/canaries.ts"
import { hangMillis } from "../support/suite/hangMillis.ts"
import type { Answers } from "./connections.ts"
import { type Answer, forbiddenServer, hostileServer } from "./hostileServer.ts"
import { type Ended, type Subject, subjects } from "./subjects.ts"

/**
 * Whether this is a run of `npm run prove hostile`. Other runs send each response to only a few functions, which change
 * from response to response.
 */
const isFull = process.env["HOSTILE"] === "full"

/** Number of functions that get a response, unless all get it. */
const share = isFull ? 40 : 5

/** Number of concurrent calls. It is higher for calls that mostly wait. */
const atOnce = { waiting: 120, working: 16 }

/** Time in milliseconds after which a call counts as hanging. Each call fails after two attempts. */
const hangs = hangMillis / 2

const none = { met: 0, answers: 0, calls: 0, failures: 0, requests: 0 }
const figures = { ...none }

/** Returns a summary of the calls since the previous call of this function. */
export const figuresOf = (): string => {
  const { answers, calls, failures, met, requests } = figures
  Object.assign(figures, none)
  const whole = isFull ? `${subjects.length} functions × ${met} responses and ` : ""
  const part = `${share} functions × ${answers - met} responses`
  return `${whole}${part}: ${calls} calls completed, ${failures} of them with an error; ${requests} requests`
}

/**
 * Step between functions that get the same response. It is large, because similar functions are next to each other and
 * should get different responses. It is prime, so that every function is reached.
 */
const stride = 367

let turn = 0

/** Returns the functions whose turn it is. */
const sample = (): ReadonlyArray<Subject> =>
  Array.from({ length: share }, () => subjects[turn++ * stride % subjects.length]!)

const classes: ReadonlySet<unknown> = new Set(Object.values(entry))

const isOf = ({ errors }: Subject, error: unknown): boolean =>
  errors === undefined
    ? classes.has((error as object | null)?.constructor) && !(error instanceof entry.CallDefect)
    : error instanceof CallError || errors.some((known) => error instanceof known)

const faultsOf = (subject: Subject, ended: Ended, signal: AbortSignal): ReadonlyArray<string> => {
  if (ended._tag === "Answered") return []
  if (ended._tag === "Died") return [`dies with ${inspect(ended.defect)}`]
  const { error } = ended
  if (signal.aborted && error === signal.reason) return subject.patient ? [] : ["hangs"]
  const secret = shownIn(printed(error))[0]
  return [
    ...isOf(subject, error) ? [] : [`fails with ${inspect((error as Error | null)?.cause ?? error)}`],
    ...secret === undefined ? [] : [`shows ${secret}`]
  ]
}

const prototypes = () =>
  [Object, Array, Function, Promise, String].map((each) => Reflect.ownKeys(each.prototype).map(String).join())

const consoles = ["log", "info", "warn", "error", "debug", "trace", "dir", "group", "table"] as const
const streams = [process.stdout, process.stderr]

/** Runs functions and reports printed secrets, unhandled rejections and changed prototypes. */
const watched = async (run: () => Promise<ReadonlyArray<string>>): Promise<ReadonlyArray<string>> => {
  const printedTexts: Array<string> = []
  const unhandled: Array<string> = []
  const before = prototypes()
  const onUnhandled = (reason: unknown) => void unhandled.push(`leaves an unhandled rejection: ${inspect(reason)}`)
  const collect = (...what: ReadonlyArray<unknown>) => printedTexts.push(...what.map(printed)) > 0
  const spies = [
    ...consoles.map((name) => vi.spyOn(console, name).mockImplementation(collect)),
    ...streams.map((stream) => vi.spyOn(stream, "write").mockImplementation(collect))
  ]
  process.on("unhandledRejection", onUnhandled)
  const found = await run()
  // a rejection counts as unhandled only after all microtasks have run
  await new Promise((resolve) => setImmediate(resolve))
  process.off("unhandledRejection", onUnhandled)
  for (const spy of spies) spy.mockRestore()
  return [
    ...found,
    ...unhandled,
    ...shownIn(printedTexts.join("\n")).map((shown) => `the console contains ${shown}`),
    ...prototypes().join("\n") === before.join("\n") ? [] : ["a prototype was changed"]
  ]
}

/** Runs several functions concurrently. */
const inTurns = async (
  subjects: ReadonlyArray<Subject>,
  atOnce: number,
  run: (subject: Subject) => Promise<void>
): Promise<void> => {
  const left = subjects[Symbol.iterator]()
  await Promise.all(Array.from({ length: atOnce }, async () => {
    for (const subject of left) await run(subject)
  }))
}

/**
 * Returns a signal that aborts with the given signal, but not before an event. On a busy machine, the time limit of an
 * attempt may pass before the request is sent.
 */
const notBefore = (event: Promise<void>, signal: AbortSignal | null | undefined): AbortSignal | null => {
  if (signal === null || signal === undefined) return null
  const controller = new AbortController()
  const abort = () => void event.then(() => controller.abort(signal.reason))
  if (signal.aborted) abort()
  else signal.addEventListener("abort", abort, { once: true })
  return controller.signal
}

const isLoopback = (url: URL): boolean => /^(?:localhost|127\.0\.0\.1)$/.test(url.hostname)

/** Returns the laws that functions break with this response. */
export const broken = ({ answer, isForEvery }: Case, { stalls = false } = {}): Promise<ReadonlyArray<string>> =>
  watched(async () => {
    await using elsewhere = await forbiddenServer()
    await using server = await hostileServer(answer, elsewhere.origin)
    const found: Array<string> = []
    /** Requests to this server. */
    let sent = 0
    const tried = isForEvery ? subjects : sample()

    const tryOne = async (subject: Subject, stop?: AbortSignal) => {
      const limit = AbortSignal.timeout(hangs)
      const signal = stop === undefined ? limit : AbortSignal.any([limit, stop])
      let requested = 0
      const fetch: Fetch = (url, init) => {
        requested++
        const target = new URL(url)
        if (target.origin === server.origin) sent++
        else {
          found.push(`${subject.name} sends a request to ${target.protocol} ${target.host}`)
        }
        const patient = { ...init, signal: notBefore(server.requested, init.signal) }
        return isLoopback(target) ? globalThis.fetch(url, patient) : Promise.reject(new TypeError("fetch failed"))
      }
      const ended = await subject.call({
        origin: server.origin,
        elsewhere: elsewhere.origin,
        fetch,
        retryPolicy: {
          attempts: 2,
          base: "1 millis",
          perAttempt: stalls ? "100 millis" : "20 seconds",
          longestRetryAfter: "5 millis"
        },
        signal
      })
      figures.calls++
      // on a busy machine, the short limit of a stalling response may pass before an attempt reaches `fetch`
      if (requested === 0 && !subject.sendsNoRequest && !stalls) found.push(`${subject.name} sends no request`)
      if (ended._tag === "Failed") figures.failures++
      found.push(...faultsOf(subject, ended, signal).map((fault) => `${subject.name} ${fault}`))
    }

    const isPatient = (subject: Subject) => stalls && subject.patient
    await inTurns(
      tried.filter((subject) => !isPatient(subject)),
      stalls ? atOnce.waiting : atOnce.working,
      tryOne
    )
    // run the calls one at a time until the response stalls
    for (const subject of tried.filter(isPatient)) {
      const stop = new AbortController()
      server.onStall(() => stop.abort())
      await tryOne(subject, stop.signal)
    }

    figures.answers++
    if (isForEvery) figures.met++
    figures.requests += server.requests()
    // on a busy machine, a call may end by its time limit before its request has arrived
    if (sent > 0) await server.requested
    if (server.requests() === 0 && !stalls) found.push("no requests were sent")
    if (elsewhere.requests() > 0) found.push(`${elsewhere.requests()} requests were sent elsewhere`)
    return found
  })

/** A response, and whether every function gets this response. */
export interface Case {
  readonly name: string
  readonly answer: Answer
  readonly isForEvery: boolean
}

/** Returns the test cases for responses. */
export const casesOf = ({ every, some }: Answers): ReadonlyArray<Case> => [
  ...Object.entries(every).map(([name, answer]) => ({ name, answer, isForEvery: isFull })),
  ...Object.entries(some).map(([name, answer]) => ({ name, answer, isForEvery: false }))
]
