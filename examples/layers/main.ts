/** One program over many layers, each a line away from the other. `npm run example -- examples/layers/main.ts` */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Tracer from "effect/Tracer"
import { Client, currentUser, Project, RateLimitGate, reads, RetryPolicy, signIn, Transport } from "latchkey"
import { Emulator, startEmulator } from "latchkey/emulator"
import { layerHttpClient } from "latchkey/layers"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

// the program: it knows neither project nor transport nor policy
const program = Effect.gen(function*() {
  yield* signIn.withPassword(ada)
  const user = yield* currentUser.get({ or: "throw" })
  return user.displayName
})

// two platforms, so that nothing here needs a network
const acme = await startEmulator({ users: [{ ...ada, displayName: "Ada of Acme" }] })
const globex = await startEmulator({ users: [{ ...ada, displayName: "Ada of Globex" }] })

// what all have in common: a client, its session in memory
const client = Client.layerNoProject()

// over fetch
const overFetch = client.pipe(Layer.provide([Project.layer(acme.project), Transport.layerFetch()]))

// over Effect's own HttpClient
const overHttpClient = client.pipe(
  Layer.provide([Project.layer(acme.project), Layer.provide(layerHttpClient(), FetchHttpClient.layer)])
)

// over the embedded platform in this process, on a clock of its own
const embedded = client.pipe(
  Layer.provide(Emulator.layerProject()),
  Layer.provide(Emulator.layer({ users: [{ ...ada, displayName: "Ada in here" }] }))
)

// with tracing: any tracer of Effect's; this one counts the spans of requests
let requests = 0
const counting = Tracer.make({
  span: (options) => {
    if (options.name === "attempt") requests++
    return new Tracer.NativeSpan(options)
  }
})
const traced = overFetch.pipe(Layer.provideMerge(Layer.succeed(Tracer.Tracer, counting)))

// with a cache: one request for everybody who asks for the same
const cached = reads.over(traced)
const thrice = Effect.andThen(
  signIn.withPassword(ada),
  Effect.all(Array.from({ length: 3 }, () => reads.get(reads.currentUser)), { concurrency: "unbounded" })
)

// with a retry policy, composed from Effect's combinators and ours
const patient = Schedule.fibonacci("200 millis").pipe(
  RetryPolicy.honourRetryAfter({ longest: "1 minute" }),
  Schedule.upTo({ times: 3 })
)
const withPatience = overFetch.pipe(Layer.provide(RetryPolicy.layer(patient)))

// without the gate that holds other calls back after a 429
const withoutGate = withPatience.pipe(Layer.provide(RateLimitGate.layerNone()))

// with a stricter policy for one call: one attempt
const strictly = Effect.provideService(program, RetryPolicy.RetryPolicy, RetryPolicy.make({ attempts: 1 }))

// two projects side by side
const overGlobex = client.pipe(Layer.provide([Project.layer(globex.project), Transport.layerFetch()]))
const both = Effect.all([Effect.provide(program, overFetch), Effect.provide(program, overGlobex)])

await Effect.runPromise(
  Effect.gen(function*() {
    yield* Console.log("over fetch:", yield* Effect.provide(program, overFetch))
    yield* Console.log("over HttpClient:", yield* Effect.provide(program, overHttpClient))
    yield* Console.log("embedded:", yield* Effect.provide(program, embedded))
    yield* Console.log("traced:", yield* Effect.provide(program, traced), "in", requests, "requests")
    requests = 0
    yield* Effect.provide(thrice, cached)
    yield* Console.log("cached: three readers in", requests - 1, "request after the sign-in")
    acme.faults.add({ endpoint: "users.getMe", times: 2, respond: "drop" })
    yield* Console.log("patient:", yield* Effect.provide(program, withPatience), "at the third attempt")
    yield* Console.log("without gate:", yield* Effect.provide(program, withoutGate))
    acme.faults.add({ endpoint: "users.getMe", times: 1, respond: "drop" })
    const error = yield* Effect.flip(Effect.provide(strictly, overFetch))
    yield* Console.log("strictly:", error._tag === "CallError" ? error.reason._tag : error._tag)
    yield* Console.log("side by side:", yield* both)
  })
)

await acme.close()
await globex.close()
