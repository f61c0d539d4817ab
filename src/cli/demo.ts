/** `latchkey demo`: the main job on the embedded platform over real HTTP, offline, then a platform to point an app at. */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { layerFetch, layerProjectOf } from "../../layers/call/index.ts"
import { Emulator, type LoggedRequest } from "../../layers/emulator/index.ts"
import { Session } from "../../layers/session/index.ts"
import type { ClientAccess } from "../../schemas/access.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { currentUser } from "../flows/account/index.ts"
import { emailVerification, signIn, signOut, signUp } from "../flows/authentication/index.ts"
import { cliLogin } from "../flows/cli/index.ts"
import { Client } from "../programs/index.ts"
import { answer, event } from "./answer.ts"
import { Declined } from "./Declined.ts"
import { untilStopped } from "./emulator.ts"
import { bold, dim, green } from "./output/index.ts"
import { envLines, kindIn } from "./setup/index.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

const grace = { email: "grace@example.com", password: "correct horse battery staple" }

/** Plays the tour; with `once` it ends there. */
export const demo = ({ once }: { readonly once: boolean }) =>
  Effect.gen(function*() {
    const { baseUrl, project } = yield* Emulator
    const started = yield* Clock.currentTimeMillis
    yield* event(
      "demo",
      "listening",
      { baseUrl },
      `${bold("Latchkey")} with the platform in a box, at ${baseUrl}\n${
        dim(`project ${project.projectId}, publishable client key ${Redacted.value(project.publishableClientKey)}`)
      }\n`
    )
    const device = () =>
      Client.layerNoProject().pipe(
        Layer.provide(
          layerProjectOf({ projectId: project.projectId, publishableClientKey: project.publishableClientKey, baseUrl })
        ),
        Layer.provide(layerFetch)
      )
    const steps = yield* Effect.provide(tour(device), device())
    const took = (yield* Clock.currentTimeMillis) - started
    yield* answer(
      "demo",
      { steps, millis: took, baseUrl, projectId: project.projectId },
      `\n${steps.length} steps in ${(took / 1000).toFixed(1)} s, no network.${
        once ? "" : `\n\n${places(baseUrl, project)}`
      }`
    )
    return once ? undefined : yield* untilStopped
  }).pipe(
    Effect.provide(Emulator.layerServe({ users: [ada], pages: true })),
    Effect.mapError((error) =>
      new Declined({ tag: error._tag, sentence: `The demo did not go as it should. ${error.message}` })
    )
  )

const callers = 1000

/** Answers with 429 in a row. */
const storm = 3

/** The platform did not do what the demo shows. */
class OffScript extends Data.TaggedError("OffScript")<{ readonly message: string }> {}

/** Runs the steps of the demo one by one, and says how each went. */
const recorder = () => {
  const steps: Array<{ readonly step: string; readonly outcome: string; readonly millis: number }> = []
  const step = <A, E, R>(title: string, run: Effect.Effect<A, E, R>, tell: (value: A) => string) =>
    Effect.gen(function*() {
      const before = yield* Clock.currentTimeMillis
      const value = yield* run
      const millis = (yield* Clock.currentTimeMillis) - before
      const outcome = tell(value)
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
    yield* badDay(step)
    yield* atTerminal(step, device)
    yield* step(
      "Sign out",
      Effect.andThen(signOut(), Effect.flatMap(Session, (session) => session.tokens())),
      (tokens) => Option.isNone(tokens) ? "signed out, here and on the platform" : "still signed in"
    )
    return steps
  })

/** A program of its own, as on another machine. */
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
      "A mail arrives in the outbox",
      Effect.suspend(() => {
        const mail = outbox.byAddress(grace.email).at(-1)
        return mail?.code === undefined
          ? Effect.fail(new OffScript({ message: "No mail arrived." }))
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
    yield* step(
      "Sign in with a wrong password",
      Effect.mapError(
        Effect.flip(signIn.withPassword({ email: grace.email, password: "not the password" })),
        () => new OffScript({ message: "A wrong password signed somebody in." })
      ),
      ({ _tag, message }) => `${_tag}: "${message}"`
    )
    yield* step("Sign in", signIn.withPassword(grace), ({ userId }) => `{ userId: "${userId}" }`)
  })

/** The token is over, and the platform has too much to do. */
const badDay = (step: Step) =>
  Effect.gen(function*() {
    const { clock, faults, requests } = yield* Emulator
    clock.advance("11 minutes")
    const before = requests.list().length
    const since = (isMeant: (request: LoggedRequest) => boolean) => requests.list().slice(before).filter(isMeant).length
    yield* step(
      `${callers} callers, an expired token`,
      Effect.all(Array.from({ length: callers }, () => currentUser.get({ or: "throw" })), { concurrency: "unbounded" }),
      (users) => {
        const refused = since(({ status }) => status === 401)
        const refreshes = since(({ endpoint }) => endpoint === "oauth.refresh")
        return `${users.length} users, ${refused} refused at first, ${refreshes} refresh`
      }
    )

    faults.add({
      match: ({ endpoint }) => endpoint === "users.getMe",
      times: storm,
      respond: () => new Response("Too many requests", { status: 429, headers: { "retry-after": "1" } })
    })
    yield* step(
      `Too many requests, ${storm} times in a row`,
      currentUser.get({ or: "throw" }),
      (user) => `still signed in as ${user.primaryEmail}, after ${storm} waits of 1 s`
    )
  })

const atTerminal = (step: Step, device: Device) =>
  step(
    "A terminal signs in",
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

const places = (baseUrl: string, project: Emulator["Service"]["project"]): string =>
  [
    bold("The platform stays up. Point an app at it:"),
    "",
    ...envLines(kindIn(process.cwd()), project).map((line) => `  ${line}`),
    "",
    `  ${dim("sign in as")} ${ada.email}  ${dim("with")} ${ada.password}`,
    `  ${dim("its mails ")} ${baseUrl}/emulator/outbox`,
    "",
    dim("Ctrl-C stops it.")
  ].join("\n")
