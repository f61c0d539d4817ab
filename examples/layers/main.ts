/**
 * Runs one program with several layers. To change a layer, only one line changes. `npm run example --
 * examples/layers/main.ts`
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Tracer from "effect/Tracer"
import {
  Client,
  currentUser,
  HttpClientTransport,
  Project,
  RateLimitGate,
  reads,
  RetryPolicy,
  signIn,
  Transport
} from "latchkey"
import { Emulator, startEmulator } from "latchkey/emulator"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

// the program doesn't depend on project, transport or policy
const program = Effect.gen(function*() {
  yield* signIn.withPassword(ada)
  const user = yield* currentUser.get({ or: "throw" })
  return user.displayName
})

// two emulators, so that the example needs no network
const acme = await startEmulator({ users: [{ ...ada, displayName: "Ada of Acme" }] })
const globex = await startEmulator({ users: [{ ...ada, displayName: "Ada of Globex" }] })

// all variants share a client with its session in memory
const client = Client.layerNoProject()

// over fetch
const overFetch = client.pipe(Layer.provide([Project.layer(acme.project), Transport.layerFetch()]))

// with Effect's own HttpClient
const overHttpClient = client.pipe(
  Layer.provide([Project.layer(acme.project), Layer.provide(HttpClientTransport.layer(), FetchHttpClient.layer)])
)

// with an emulator in this process, which has its own clock
const inProcess = client.pipe(
  Layer.provide(Emulator.layerProject()),
  Layer.provide(Emulator.layer({ users: [{ ...ada, displayName: "Ada in memory" }] }))
)

// with tracing: you can use any Effect tracer, and this one counts the spans of requests
let requests = 0
const counting = Tracer.make({
  span: (options) => {
    if (options.name === "attempt") requests++
    return new Tracer.NativeSpan(options)
  }
})
const traced = overFetch.pipe(Layer.provideMerge(Layer.succeed(Tracer.Tracer, counting)))

// with a cache: two readers of the same value share one request
const cached = reads.over(traced)
const thrice = Effect.andThen(
  signIn.withPassword(ada),
  Effect.all(Array.from({ length: 3 }, () => reads.get(reads.currentUser)), { concurrency: "unbounded" })
)

// with a retry policy that is composed of combinators of Effect and Latchkey
const schedule = Schedule.fibonacci("200 millis").pipe(
  RetryPolicy.honourRetryAfter({ longest: "1 minute" }),
  Schedule.upTo({ times: 3 })
)
const withRetries = overFetch.pipe(Layer.provide(RetryPolicy.layer(schedule)))

// without the gate that delays other calls after a 429
const withoutGate = withRetries.pipe(Layer.provide(RateLimitGate.layerNone()))

// with a stricter policy for a single call: one attempt
const oneAttempt = Effect.provideService(program, RetryPolicy.RetryPolicy, RetryPolicy.make({ attempts: 1 }))

// with two projects at the same time
const overGlobex = client.pipe(Layer.provide([Project.layer(globex.project), Transport.layerFetch()]))
const both = Effect.all([Effect.provide(program, overFetch), Effect.provide(program, overGlobex)])

await Effect.runPromise(
  Effect.gen(function*() {
    yield* Console.log("over fetch:", yield* Effect.provide(program, overFetch))
    yield* Console.log("over HttpClient:", yield* Effect.provide(program, overHttpClient))
    yield* Console.log("in process:", yield* Effect.provide(program, inProcess))
    yield* Console.log("traced:", yield* Effect.provide(program, traced), "in", requests, "requests")
    requests = 0
    yield* Effect.provide(thrice, cached)
    yield* Console.log("cached: three readers in", requests - 1, "request after the sign-in")
    acme.faults.add({ endpoint: "users.getMe", times: 2, respond: "drop" })
    yield* Console.log("with retries:", yield* Effect.provide(program, withRetries), "at the third attempt")
    yield* Console.log("without the gate:", yield* Effect.provide(program, withoutGate))
    acme.faults.add({ endpoint: "users.getMe", times: 1, respond: "drop" })
    const error = yield* Effect.flip(Effect.provide(oneAttempt, overFetch))
    yield* Console.log("one attempt:", error._tag === "CallError" ? error.reason._tag : error._tag)
    yield* Console.log("two projects:", yield* both)
  })
)

await acme.close()
await globex.close()
