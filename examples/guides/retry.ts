/** Policies that control how often a call is retried. `npm run example -- examples/guides/retry.ts` */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { Client, currentProject, RetryPolicy } from "latchkey"
import { startEmulator } from "latchkey/emulator"
import { CallError, createClient } from "latchkey/promise"

await using platform = await startEmulator({ users: [{ email: "ada@example.com", password: "correct horse" }] })
const { project } = platform
const sentRequests = () => platform.requests.list().length
const ada = { email: "ada@example.com", password: "correct horse" }

// #region numbers
await using client = createClient({
  ...project,
  retryPolicy: { attempts: 3, base: "50 millis", perAttempt: "5 seconds" }
})
// #endregion
await client.signIn.withPassword(ada)
platform.faults.add({ endpoint: "users.getMe", times: 2, respond: { type: "tooManyRequests", retryAfterSeconds: 0 } })
platform.requests.clear()
console.log(`${(await client.currentUser.get({ or: "throw" })).primaryEmail}, ${sentRequests()} requests`)

// #region schedule
/** Up to three retries. The waits grow, up to a minute. */
const schedule = Schedule.fibonacci("200 millis").pipe(
  RetryPolicy.honourRetryAfter({ longest: "1 minute" }),
  Schedule.upTo({ times: 3 })
)
await using withSchedule = createClient({ ...project, retryPolicy: schedule })
// #endregion
platform.faults.add({ endpoint: "projects.getCurrent", times: 2, respond: { type: "loopDetected" } })
platform.requests.clear()
console.log(`${(await withSchedule.currentProject.get()).displayName}, ${sentRequests()} requests`)

// #region retryable
await using withRetryable = createClient({
  ...project,
  retryPolicy: {
    schedule: Schedule.spaced("50 millis").pipe(RetryPolicy.attempts(3)),
    retryable: (failure) => RetryPolicy.isRetryable(failure) || (failure.idempotent && failure.status === 503)
  }
})
// #endregion
platform.faults.add({ endpoint: "projects.getCurrent", times: 2, respond: { type: "serverError", status: 503 } })
platform.requests.clear()
console.log(`${(await withRetryable.currentProject.get()).displayName}, ${sentRequests()} requests`)

// #region layer
const live = Client.layer(project).pipe(Layer.provide(RetryPolicy.layer(schedule)))
// #endregion
platform.faults.add({ endpoint: "projects.getCurrent", times: 1, respond: { type: "loopDetected" } })
platform.requests.clear()
console.log(
  `${(await Effect.runPromise(Effect.provide(currentProject.get(), live))).displayName}, ${sentRequests()} requests`
)

// #region program
/** Every call of this program makes at most two attempts. */
const impatient = currentProject.get().pipe(Effect.provide(RetryPolicy.layer({ attempts: 2 })))
// #endregion
platform.faults.add({ endpoint: "projects.getCurrent", times: 1, respond: { type: "loopDetected" } })
platform.requests.clear()
console.log(
  `${
    (await Effect.runPromise(Effect.provide(impatient, Client.layer(project)))).displayName
  }, ${sentRequests()} requests`
)

// #region one-call
/** Makes one attempt, regardless of the layer's policy. */
const oneAttempt = currentProject.get().pipe(
  Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.make({ attempts: 1 })),
  Effect.catchReason("CallError", "LoopDetected", ({ _tag }) => Effect.succeed(_tag))
)
// #endregion
platform.faults.add({ endpoint: "projects.getCurrent", times: 1, respond: { type: "loopDetected" } })
platform.requests.clear()
console.log(`${await Effect.runPromise(Effect.provide(oneAttempt, Client.layer(project)))}, ${sentRequests()} request`)

// #region gave-up
platform.faults.add({ endpoint: "users.getMe", respond: { type: "tooManyRequests", retryAfterSeconds: 3600 } })

try {
  await client.currentUser.get()
} catch (error) {
  if (!(error instanceof CallError) || error.reason._tag !== "RateLimited") throw error
  console.log(`${error.reason._tag}: ${error.message}`)
}
// #endregion
