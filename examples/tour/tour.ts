/** The main job, over real HTTP: a person signs up, verifies, signs in, stays signed in through trouble, and signs out. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { currentUser, emailVerification, Session, signIn, signOut, signUp } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { note, step } from "./transcript.ts"

const email = "grace@example.com"
const password = "correct horse battery staple"

/** The embedded platform did not do what the tour shows. */
class TourBroken extends Data.TaggedError("TourBroken")<{ readonly message: string }> {}

const callers = 1000

export const tour = Effect.gen(function*() {
  const emulator = yield* Emulator
  const session = yield* Session
  const refreshes = () => emulator.requests.list().filter(({ endpoint }) => endpoint === "oauth.refresh").length

  yield* step(
    "Sign up with a password",
    signUp.withPassword({
      email,
      password,
      verificationCallbackUrl: "http://localhost:3000/handler/email-verification"
    }),
    ({ userId }) => `{ userId: "${userId}" }`
  )

  const mail = yield* step(
    "A mail arrives in the outbox",
    Effect.suspend(() => {
      const mail = emulator.outbox.byAddress(email).at(-1)
      return mail?.code === undefined
        ? Effect.fail(new TourBroken({ message: "No mail arrived." }))
        : Effect.succeed({ subject: mail.subject, code: Redacted.make(mail.code) })
    }),
    ({ subject }) => `"${subject}"`
  )

  yield* step(
    "Verify the address",
    Effect.andThen(emailVerification.verify({ code: mail.code }), currentUser.get({ or: "throw" })),
    (user) => `{ primaryEmail: "${user.primaryEmail}", primaryEmailVerified: ${user.primaryEmailVerified} }`
  )

  yield* step("Sign out", signOut(), ({ revoked }) => `{ revoked: ${revoked} }`)

  const mismatch = yield* step(
    "Sign in with a wrong password",
    Effect.flip(signIn.withPassword({ email, password: "not the password" })).pipe(
      Effect.mapError(() => new TourBroken({ message: "A wrong password signed somebody in." }))
    ),
    (error) => error._tag
  )
  yield* note(`"${mismatch.message}"`)

  yield* step("Sign in", signIn.withPassword({ email, password }), ({ userId }) => `{ userId: "${userId}" }`)

  emulator.clock.advance("11 minutes")
  const before = refreshes()
  yield* step(
    `${callers} callers, an expired token`,
    Effect.all(Array.from({ length: callers }, () => currentUser.get({ or: "throw" })), { concurrency: "unbounded" }),
    (users) => `${users.length} users, ${refreshes() - before} refresh`
  )

  const storm = 3
  emulator.faults.add({
    match: ({ endpoint }) => endpoint === "users.getMe",
    times: storm,
    respond: () => new Response("Too many requests", { status: 429, headers: { "retry-after": "1" } })
  })
  yield* step(
    `Too many requests, ${storm} times in a row`,
    currentUser.get({ or: "throw" }),
    (user) => `still signed in as ${user.primaryEmail}, after ${storm} waits of 1 s`
  )

  yield* step(
    "Sign out",
    Effect.andThen(signOut(), session.tokens()),
    (tokens) => Option.isNone(tokens) ? "signed out, here and on the platform" : "still signed in"
  )
})
