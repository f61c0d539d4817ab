/**
 * `latchkey demo`: a tour of the flows against the emulator over HTTP, offline. The emulator then keeps running for an
 * app.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { layerFetch, layerProjectOf } from "../../layers/call/index.ts"
import { Session } from "../../layers/session/index.ts"
import type { ClientAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { Emulator, type LoggedRequest } from "../emulator/index.ts"
import { currentUser } from "../flows/account/index.ts"
import { emailVerification, signIn, signOut, signUp } from "../flows/authentication/index.ts"
import { cliLogin } from "../flows/cli/index.ts"
import { Client } from "../programs/index.ts"
import { Declined } from "./Declined.ts"
import { consoleOf, untilStopped } from "./emulator.ts"
import { event, printResult } from "./output.ts"
import { bold, dim, green } from "./output/index.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

const grace = { email: "grace@example.com", password: "correct horse battery staple" }

/** Runs the tour, then waits until the command is stopped. With `once`, exits after the tour. */
export const demo = ({ once }: { readonly once: boolean }) =>
  Effect.gen(function*() {
    const { baseUrl, project } = yield* Emulator
    const started = yield* Clock.currentTimeMillis
    yield* event(
      "demo",
      "listening",
      { baseUrl },
      `${bold("Latchkey")} with its emulator at ${baseUrl}\n`
    )
    const device = () =>
      Client.layerNoProject().pipe(
        Layer.provide(
          layerProjectOf({ projectId: project.projectId, publishableClientKey: project.publishableClientKey, baseUrl })
        ),
        Layer.provide(layerFetch())
      )
    const steps = yield* Effect.provide(tour(device), device())
    const took = (yield* Clock.currentTimeMillis) - started
    yield* printResult(
      "demo",
      { steps, millis: took, baseUrl, projectId: project.projectId, pages: consoleOf({ baseUrl }) },
      `\n${steps.length} steps in ${(took / 1000).toFixed(1)} s, no network.${
        once ? "" : `\n\n${consoleText(baseUrl)}`
      }`
    )
    return once ? undefined : yield* untilStopped
  }).pipe(
    Effect.provide(Emulator.layerServe({ users: [ada], pages: true })),
    Effect.mapError((error) => new Declined({ tag: error._tag, sentence: `The demo failed. ${error.message}` }))
  )

const callers = 1000

/** Number of consecutive 429 responses. */
const rejections = 3

/** The emulator didn't behave as the demo expects. */
class OffScript extends Data.TaggedError("OffScript")<{ readonly message: string }> {}

/** Runs the steps of the demo one by one, and prints the outcome of each. */
const recorder = () => {
  const steps: Array<{ readonly step: string; readonly outcome: string; readonly millis: number }> = []
  const step = <A, E, R>(title: string, run: Effect.Effect<A, E, R>, describe: (value: A) => string) =>
    Effect.gen(function*() {
      const before = yield* Clock.currentTimeMillis
      const value = yield* run
      const millis = (yield* Clock.currentTimeMillis) - before
      const outcome = describe(value)
      steps.push({ step: title, outcome, millis })
      yield* event(
        "demo",
        "step",
        { step: title, outcome, millis },
        `${green("✓")} ${title.padEnd(36)} ${dim(`${millis} ms`.padStart(7))}  ${outcome}`
      )
      return value
    })
  return { step, steps }
}

type Step = ReturnType<typeof recorder>["step"]

const tour = (device: Device) =>
  Effect.gen(function*() {
    const { step, steps } = recorder()
    yield* signingIn(step)
    yield* recovering(step)
    yield* atTerminal(step, device)
    yield* step(
      "Sign out",
      Effect.andThen(signOut(), Effect.flatMap(Session, (session) => session.tokens())),
      (tokens) => Option.isNone(tokens) ? "signed out, here and on the server" : "still signed in"
    )
    return steps
  })

/** Makes a separate client, as on another machine. */
type Device = () => Layer.Layer<ClientAccess | Session, InvalidConfiguration>

const signingIn = (step: Step) =>
  Effect.gen(function*() {
    const { outbox } = yield* Emulator
    yield* step(
      "Sign up with a password",
      signUp.withPassword({ ...grace, verificationCallbackUrl: "http://localhost:3000/handler/email-verification" }),
      ({ userId }) => `{ userId: "${userId}" }`
    )
    const mail = yield* step(
      "An email arrives in the outbox",
      Effect.suspend(() => {
        const mail = outbox.byAddress(grace.email).at(-1)
        return mail?.code === undefined
          ? Effect.fail(new OffScript({ message: "No email arrived." }))
          : Effect.succeed({ subject: mail.subject, code: Redacted.make(mail.code) })
      }),
      ({ subject }) => `"${subject}"`
    )
    yield* step(
      "Verify the email address",
      Effect.andThen(emailVerification.verify({ code: mail.code }), currentUser.get({ or: "throw" })),
      (user) => `{ primaryEmail: "${user.primaryEmail}", primaryEmailVerified: ${user.primaryEmailVerified} }`
    )
    yield* step("Sign out", signOut(), ({ revoked }) => `{ revoked: ${revoked} }`)
    yield* step(
      "Sign in with a wrong password",
      Effect.mapError(
        Effect.flip(signIn.withPassword({ email: grace.email, password: "not the password" })),
        () => new OffScript({ message: "A wrong password was accepted." })
      ),
      ({ _tag, message }) => `${_tag}: "${message}"`
    )
    yield* step("Sign in", signIn.withPassword(grace), ({ userId }) => `{ userId: "${userId}" }`)
  })

/** Shows recovery from an expired token and from rate limiting. */
const recovering = (step: Step) =>
  Effect.gen(function*() {
    const { clock, faults, requests } = yield* Emulator
    clock.advance("11 minutes")
    const before = requests.list().length
    const since = (matches: (request: LoggedRequest) => boolean) => requests.list().slice(before).filter(matches).length
    yield* step(
      `${callers} callers, an expired token`,
      Effect.all(Array.from({ length: callers }, () => currentUser.get({ or: "throw" })), { concurrency: "unbounded" }),
      (users) => {
        const refused = since(({ status }) => status === 401)
        const refreshes = since(({ endpoint }) => endpoint === "oauth.refresh")
        return `${users.length} users, ${refused} rejected at first, ${refreshes} refresh`
      }
    )

    faults.add({
      match: ({ endpoint }) => endpoint === "users.getMe",
      times: rejections,
      respond: () => new Response("Too many requests", { status: 429, headers: { "retry-after": "1" } })
    })
    yield* step(
      `Too many requests, ${rejections} times in a row`,
      currentUser.get({ or: "throw" }),
      (user) => `still signed in as ${user.primaryEmail}, after ${rejections} waits of 1 s`
    )
  })

const atTerminal = (step: Step, device: Device) =>
  step(
    "Sign in from a terminal",
    Effect.gen(function*() {
      const begun = yield* cliLogin.start({ appUrl: "http://localhost:3000" })
      yield* cliLogin.confirm({ loginCode: new URL(begun.url).searchParams.get("login_code") ?? "" })
      return yield* Effect.provide(
        Effect.gen(function*() {
          yield* cliLogin.finish({ refreshToken: yield* cliLogin.wait(begun) })
          return yield* currentUser.get({ or: "throw" })
        }),
        device()
      )
    }),
    (user) => `shares the session of ${user.primaryEmail}`
  )

const consoleText = (baseUrl: string): string =>
  [
    bold("The emulator keeps running. Its console has the tour's emails and requests, and the settings for an app:"),
    "",
    `  ${consoleOf({ baseUrl })}`,
    "",
    `Sign in as ${ada.email}, password: ${ada.password}`,
    dim("Press Ctrl-C to stop.")
  ].join("\n")
