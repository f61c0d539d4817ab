/** Handles errors by family, by tag and by reason. `npm run example -- examples/effect/errors.ts` */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { catchFamily, Client, PasswordRequirementsNotMet, signUp } from "latchkey"
import { Emulator } from "latchkey/emulator"

const register = (email: string, password: string) =>
  signUp.withPassword({ email, password, verificationCallbackUrl: "http://localhost:3000/verify" }).pipe(
    Effect.as("Welcome."),
    // handles a whole family, so that none of its errors remains in the error channel
    catchFamily(PasswordRequirementsNotMet, (error) => Effect.succeed(error.message)),
    // handles one error, which has typed details
    Effect.catchTag(
      "UserWithEmailAlreadyExists",
      (error) =>
        Effect.succeed(error.details.wouldWorkIfEmailWasVerified ? "Verify your address first." : error.message)
    ),
    // handles one reason of a CallError
    Effect.catchReason(
      "CallError",
      "RateLimited",
      ({ retryAfterMillis = 60_000 }) => Effect.succeed(`Try again in ${retryAfterMillis / 1000} s.`)
    ),
    // every error has a message that explains what happened and what to do
    Effect.catch((error) => Effect.succeed(error.message))
  )

const live = Client.layerNoProject().pipe(Layer.provide(Emulator.layerProject()), Layer.provide(Emulator.layer()))

await Effect.runPromise(
  Effect.gen(function*() {
    yield* Console.log(yield* register("ada@example.com", "short"))
    yield* Console.log(yield* register("ada@example.com", "correct horse battery staple"))
  }).pipe(Effect.provide(live))
)
