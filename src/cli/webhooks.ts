/** Posts the emulator's events, signed as Standard Webhooks asks, under both names of the headers. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { randomBytes } from "node:crypto"
import type { Embedded, PlatformEvent } from "../../layers/emulator/index.ts"
import { Unusable } from "./Unusable.ts"
import { warn } from "./words.ts"

class NotTaken extends Data.TaggedError("NotTaken")<{ readonly fault: string }> {}

/** Six attempts within half a minute: after 1, 2, 4, 8 and 16 seconds. */
const again = Schedule.exponential("1 second").pipe(Schedule.upTo({ times: 5 }))

/** A secret of 24 bytes, the shortest that Standard Webhooks takes. */
export const newSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`

/** Posts every event from now on until the scope closes, in order. An event nobody takes is told of and dropped. */
export const post = (url: string, secret: string, emulator: Embedded): Effect.Effect<void, Unusable, Scope.Scope> =>
  Effect.gen(function*() {
    if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
      return yield* Effect.fail(new Unusable({ sentence: `--webhook takes a URL of http or https, not ${url}.` }))
    }
    const { Webhook } = yield* Effect.promise(() => import("standardwebhooks"))
    const signer = yield* Effect.try({
      try: () => new Webhook(secret),
      catch: () => new Unusable({ sentence: "--webhook-secret must be base64, usually after whsec_." })
    })
    const events = yield* Queue.unbounded<PlatformEvent>()
    yield* Effect.acquireRelease(
      Effect.sync(() => emulator.events.listen((event) => void Queue.offerUnsafe(events, event))),
      (stop) => Effect.sync(stop)
    )
    const postNext = Effect.flatMap(
      Queue.take(events),
      (event) =>
        attempt(url, event, (id, at, body) => signer.sign(id, at, body), emulator).pipe(
          Effect.retry(again),
          Effect.catchTag("NotTaken", ({ fault }) => warn(`The event ${event.type} was not taken by ${url}: ${fault}`))
        )
    )
    yield* Effect.forkScoped(Effect.forever(postNext))
  })

const attempt = (
  url: string,
  { data, id, type }: PlatformEvent,
  sign: (id: string, at: Date, body: string) => string,
  emulator: Embedded
): Effect.Effect<void, NotTaken> =>
  Effect.gen(function*() {
    const body = JSON.stringify({ type, data })
    const at = emulator.clock.now()
    const named = { id, timestamp: String(Math.floor(at.getTime() / 1000)), signature: sign(id, at, body) }
    const headers = Object.fromEntries(
      ["webhook", "svix"].flatMap((prefix) =>
        Object.entries(named).map(([name, value]) => [`${prefix}-${name}`, value])
      )
    )
    const { status } = yield* Effect.tryPromise({
      try: (signal) =>
        fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body,
          redirect: "manual",
          signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)])
        }),
      catch: (error) => new NotTaken({ fault: error instanceof Error ? error.message : String(error) })
    })
    if (status < 200 || status > 299) return yield* Effect.fail(new NotTaken({ fault: `it answered ${status}` }))
  })
