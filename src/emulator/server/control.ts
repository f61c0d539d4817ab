/**
 * The control API: what tests in other languages and processes ask of an emulator on a port, in JSON. In process the same
 * are functions of `Emulator`. Described for people in `examples/emulator/README.md`.
 */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { activeFaultToJson, FaultPlanFromJson } from "../faults/index.ts"
import { mostNamed } from "../request/index.ts"
import { type Incoming, type Mail, type Outgoing, success } from "../state/index.ts"
import { Challenge, Config, SharedProvider } from "./configFile.ts"
import type { EmulatorHandle } from "./emulatorHandle.ts"
import type { ProjectKeys } from "./projectKeys.ts"

/** Where the control API is. */
export const controlPath = "/emulator/control"

/** `POST /codes/expire` and `POST /codes/wear-out`: a code from a mail or its link. */
const OneCode = Schema.Struct({ code: Schema.String })

/** `POST /clock`: lets time pass (`"1 hour"`, or milliseconds), or sets the time (ISO 8601). */
const ClockMove = Schema.Union([
  Schema.Struct({ advance: Schema.Union([Schema.DurationFromMillis, Schema.DurationFromString]) }),
  Schema.Struct({ now: Schema.DateFromString })
])

/** `POST /projects`: every field has a default. */
const ProjectWanted = Schema.Struct({
  id: Schema.optionalKey(Schema.String.check(Schema.isUUID())),
  displayName: Schema.optionalKey(Schema.String),
  trustedDomains: Schema.optionalKey(Schema.Array(Schema.String)),
  config: Schema.optionalKey(Config)
})

/** `PATCH /projects`: fields of the configuration that are to be others. */
const ConfigWanted = Schema.Struct({ projectId: Schema.optionalKey(Schema.String), config: Config })

/** `PATCH /settings`: what is left out stays as it is, `null` goes back to the default. */
const SettingsWanted = Schema.Struct({
  sharedOAuthProvider: Schema.optionalKey(Schema.NullOr(SharedProvider)),
  passkeyChallenge: Schema.optionalKey(Schema.NullOr(Challenge))
})

/** `POST /oauth/refuse`: an authorize URL of the platform. */
const Refusal = Schema.Struct({ authorizeUrl: Schema.String })

/** `POST /oauth/sign-in`: who signs in at the emulator's own provider. */
const SignIn = Schema.Struct({
  authorizeUrl: Schema.String,
  account: Schema.Struct({
    email: Schema.NullOr(Schema.String),
    name: Schema.optionalKey(Schema.String),
    verified: Schema.optionalKey(Schema.Boolean),
    id: Schema.optionalKey(Schema.String)
  })
})

/** `POST /sessions`: the id or primary address of a user. */
const SessionOf = { user: Schema.String, projectId: Schema.optionalKey(Schema.String) }

/** `POST /sessions/cookies` and `POST /sessions/link`: for a browser at a site. */
const CookiesOf = { ...SessionOf, url: Schema.String }

/** `POST /users`. */
const UserAdded = Schema.Struct({
  email: Schema.String,
  password: Schema.optionalKey(Schema.String),
  displayName: Schema.optionalKey(Schema.String),
  verified: Schema.optionalKey(Schema.Boolean),
  projectId: Schema.optionalKey(Schema.String)
})

/** `PATCH /users`: what is left out stays as it is. */
const UserChanged = Schema.Struct({
  ...SessionOf,
  email: Schema.optionalKey(Schema.NullOr(Schema.String)),
  password: Schema.optionalKey(Schema.String),
  displayName: Schema.optionalKey(Schema.NullOr(Schema.String)),
  verified: Schema.optionalKey(Schema.Boolean),
  restrictedByAdmin: Schema.optionalKey(Schema.Boolean),
  restrictedByAdminReason: Schema.optionalKey(Schema.NullOr(Schema.String))
})

/** `POST /teams`. */
const TeamAdded = Schema.Struct({ displayName: Schema.String, projectId: Schema.optionalKey(Schema.String) })

/** `POST /teams/remove`: a team by id. */
const TeamOf = { team: Schema.String, projectId: Schema.optionalKey(Schema.String) }

/** `POST /oauth/expire`: the `state` of the authorize URL. */
const OneFlow = Schema.Struct({ state: Schema.String })

/** `POST /oauth/revoke`: an account at the emulator's own provider. */
const OneAccount = Schema.Struct({ providerId: Schema.String, accountId: Schema.String })

/** The request cannot be done. */
class Refused extends Data.TaggedError("Refused")<{ readonly status: number; readonly error: string }> {}

/** Saves the state where the emulator was told to keep it. Fails with a sentence. */
export type SaveState = Effect.Effect<void, { readonly message: string }>

type Action = (request: {
  readonly emulator: EmulatorHandle
  readonly incoming: Incoming
  readonly saveState: SaveState | undefined
}) => Effect.Effect<unknown, Refused>

const actions: { readonly [methodAndPath: string]: Action } = {
  "GET /mails": ({ emulator, incoming }) =>
    Effect.map(mailsOf(emulator, incoming.url.searchParams.get("address")), (mails) => ({ mails })),

  "DELETE /mails": ({ emulator: { outbox }, incoming }) =>
    Effect.sync(() => {
      const address = incoming.url.searchParams.get("address")
      const before = outbox.list().length
      if (address === null) outbox.clear()
      else outbox.remove(address)
      return { deleted: before - outbox.list().length }
    }),

  "POST /codes/expire": ({ emulator, incoming }) =>
    Effect.flatMap(read(OneCode, incoming), ({ code }) => known(emulator.codes.expire(code))),

  "POST /codes/wear-out": ({ emulator, incoming }) =>
    Effect.flatMap(read(OneCode, incoming), ({ code }) => known(emulator.codes.wearOut(code))),

  "GET /clock": ({ emulator }) => Effect.sync(() => ({ now: emulator.clock.now().toISOString() })),

  "POST /clock": ({ emulator: { clock }, incoming }) =>
    Effect.map(read(ClockMove, incoming), (move) => {
      if ("now" in move) clock.moveTo(move.now)
      else clock.advance(Duration.toMillis(move.advance))
      return { now: clock.now().toISOString() }
    }),

  "GET /projects": ({ emulator }) => Effect.sync(() => ({ projects: [keysOf(emulator.project)] })),

  "POST /projects": ({ emulator, incoming }) =>
    Effect.map(read(ProjectWanted, incoming), (wanted) => keysOf(emulator.projects.create(wanted))),

  "PATCH /projects": ({ emulator: { projects }, incoming }) =>
    Effect.flatMap(read(ConfigWanted, incoming), ({ config, projectId }) =>
      projects.configure(config, projectId)
        ? Effect.succeed(success)
        : refuse(404, `There is no project ${projectId}.`)),

  "PATCH /settings": ({ emulator: { settings }, incoming }) =>
    Effect.map(read(SettingsWanted, incoming), (wanted) => {
      settings.change(wanted)
      return success
    }),

  "POST /oauth/sign-in": ({ emulator: { oauth }, incoming }) =>
    Effect.flatMap(
      read(SignIn, incoming),
      (wanted) => attempt(async () => ({ callbackUrl: await oauth.signIn(wanted) }))
    ),

  "POST /oauth/refuse": ({ emulator: { oauth }, incoming }) =>
    Effect.flatMap(
      read(Refusal, incoming),
      (wanted) => attempt(async () => ({ callbackUrl: await oauth.refuse(wanted) }))
    ),

  "POST /oauth/expire": ({ emulator: { oauth }, incoming }) =>
    Effect.map(read(OneFlow, incoming), (flow) => ({ expired: oauth.expireFlow(flow) })),

  "POST /oauth/revoke": ({ emulator: { oauth }, incoming }) =>
    Effect.map(read(OneAccount, incoming), (account) => ({ revoked: oauth.revoke(account) })),

  "POST /sessions": ({ emulator: { sessions }, incoming }) =>
    Effect.flatMap(read(Schema.Struct(SessionOf), incoming), (wanted) =>
      attempt(async () => {
        const { accessToken, refreshToken } = await sessions.start(wanted)
        return { accessToken: Redacted.value(accessToken), refreshToken: Redacted.value(refreshToken) }
      })),

  "POST /sessions/cookies": ({ emulator: { sessions }, incoming }) =>
    Effect.flatMap(
      read(Schema.Struct(CookiesOf), incoming),
      (wanted) => attempt(async () => ({ cookies: await sessions.cookies(wanted) }))
    ),

  "POST /sessions/link": ({ emulator: { sessions }, incoming }) =>
    Effect.flatMap(
      read(Schema.Struct(CookiesOf), incoming),
      (wanted) => attempt(async () => ({ link: await sessions.link(wanted) }))
    ),

  "POST /users": ({ emulator: { users }, incoming }) =>
    Effect.flatMap(read(UserAdded, incoming), (wanted) => attempt(() => users.add(wanted))),

  "PATCH /users": ({ emulator: { users }, incoming }) =>
    Effect.flatMap(read(UserChanged, incoming), (wanted) => done(() => users.change(wanted))),

  "POST /users/remove": ({ emulator: { users }, incoming }) =>
    Effect.flatMap(read(Schema.Struct(SessionOf), incoming), (wanted) => done(() => users.remove(wanted))),

  "POST /users/sign-out": ({ emulator: { users }, incoming }) =>
    Effect.flatMap(read(Schema.Struct(SessionOf), incoming), (wanted) => done(() => users.signOut(wanted))),

  "POST /users/reset": ({ emulator: { users }, incoming }) =>
    Effect.flatMap(read(Schema.Struct(CookiesOf), incoming), (wanted) => done(() => users.sendReset(wanted))),

  "POST /teams": ({ emulator: { teams }, incoming }) =>
    Effect.flatMap(read(TeamAdded, incoming), (wanted) => attempt(() => teams.add(wanted))),

  "PATCH /teams": ({ emulator: { teams }, incoming }) =>
    Effect.flatMap(
      read(Schema.Struct({ ...TeamOf, displayName: Schema.String }), incoming),
      (wanted) => done(() => teams.change(wanted))
    ),

  "POST /teams/remove": ({ emulator: { teams }, incoming }) =>
    Effect.flatMap(read(Schema.Struct(TeamOf), incoming), (wanted) => done(() => teams.remove(wanted))),

  "POST /teams/members": ({ emulator: { teams }, incoming }) =>
    Effect.flatMap(
      read(Schema.Struct({ ...TeamOf, user: Schema.String }), incoming),
      (wanted) => done(() => teams.addMember(wanted))
    ),

  "POST /teams/members/remove": ({ emulator: { teams }, incoming }) =>
    Effect.flatMap(
      read(Schema.Struct({ ...TeamOf, user: Schema.String }), incoming),
      (wanted) => done(() => teams.removeMember(wanted))
    ),

  "GET /faults": ({ emulator }) => Effect.sync(() => ({ faults: emulator.faults.list().map(activeFaultToJson) })),

  "POST /faults": ({ emulator: { faults }, incoming }) =>
    Effect.map(read(FaultPlanFromJson, incoming), (plan) => {
      faults.follow(plan)
      return success
    }),

  "DELETE /faults": ({ emulator: { faults }, incoming }) => {
    const at = incoming.url.searchParams.get("at")
    if (at !== null) return faults.remove(Number(at)) ? Effect.succeed(success) : refuse(404, "There is no such fault.")
    return Effect.sync(() => {
      faults.clear()
      return success
    })
  },

  "GET /requests": ({ emulator: { requests }, incoming }) => {
    const id = incoming.url.searchParams.get("id")
    if (id === null) return Effect.sync(() => ({ requests: requests.list() }))
    const request = requests.list().find((request) => request.id === Number(id))
    const exchange = requests.exchange(Number(id))
    return request === undefined || exchange === undefined
      ? refuse(404, "Both sides are kept of the last 200 requests, and this is none of them.")
      : Effect.succeed({ request, exchange })
  },

  "POST /reset": ({ emulator }) => Effect.as(Effect.promise(emulator.reset), success),

  "POST /state/save": ({ saveState }) =>
    saveState === undefined
      ? refuse(409, "The emulator was not told where to keep its state. Start it with --state FILE.")
      : Effect.mapBoth(saveState, {
        onSuccess: () => success,
        onFailure: ({ message }) => new Refused({ status: 500, error: message })
      })
}

/** Mails that are rendered for one request at most: the newest ones. */
const mostRendered = 100

/** The mails to an address, or all: oldest first, and as a person sees them. */
export const mailsOf = ({ outbox }: EmulatorHandle, address: string | null): Effect.Effect<ReadonlyArray<Mail>> => {
  const mails = address ? outbox.byAddress(address) : outbox.list()
  const rendered = Effect.forEach(mails.slice(-mostRendered), (mail) => Effect.promise(() => outbox.rendered(mail)))
  return Effect.as(rendered, mails)
}

const keysOf = (project: ProjectKeys) => ({
  projectId: project.projectId,
  displayName: project.displayName,
  baseUrl: project.baseUrl,
  publishableClientKey: Redacted.value(project.publishableClientKey),
  secretServerKey: Redacted.value(project.secretServerKey),
  superSecretAdminKey: Redacted.value(project.superSecretAdminKey)
})

const refuse = (status: number, error: string) => Effect.fail(new Refused({ status, error }))

const known = (isKnown: boolean): Effect.Effect<typeof success, Refused> =>
  isKnown ? Effect.succeed(success) : refuse(404, "There is no such code.")

const attempt = <A>(run: () => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (error) => new Refused({ status: 409, error: error instanceof Error ? error.message : String(error) })
  })

/** What was done is nothing but done. */
const done = (run: () => Promise<void>) => Effect.as(attempt(run), success)

const read = <S extends Schema.Codec<unknown, unknown>>(
  schema: S,
  { body, header }: Incoming
): Effect.Effect<S["Type"], Refused> =>
  Effect.gen(function*() {
    // also keeps pages of other sites out: a browser asks before it sends JSON elsewhere, and is not answered
    if (header("content-type")?.split(";")[0]!.trim() !== "application/json") {
      return yield* refuse(415, "Send JSON, with content-type application/json.")
    }
    const json = yield* Effect.try({
      try: (): unknown => JSON.parse(body),
      catch: () => new Refused({ status: 400, error: "The body is not valid JSON." })
    })
    return yield* Effect.mapError(
      Schema.decodeUnknownEffect(schema, { errors: "all", onExcessProperty: "error" })(json),
      ({ issue }) => {
        const problems = problemsOf(issue)
        const others = problems.length > mostNamed ? [`and ${problems.length - mostNamed} more`] : []
        return new Refused({ status: 400, error: [...problems.slice(0, mostNamed), ...others].join("; ") })
      }
    )
  })

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** What is wrong with a value, each with its path: `users[0].email: Missing key`. */
export const problemsOf = (issue: SchemaIssue.Issue): ReadonlyArray<string> =>
  format(issue).issues.map(({ message, path = [] }) => `${pathOf(path as ReadonlyArray<PropertyKey>)}: ${message}`)

const pathOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.length === 0
    ? "the value itself"
    : path.map((part, at) => typeof part === "number" ? `[${part}]` : `${at === 0 ? "" : "."}${String(part)}`).join("")

/** Answers a request below {@link controlPath}. */
export const control = (
  emulator: EmulatorHandle,
  incoming: Incoming,
  saveState: SaveState | undefined
): Effect.Effect<Outgoing> => {
  const path = incoming.url.pathname.slice(controlPath.length)
  const action = Object.hasOwn(actions, `${incoming.method} ${path}`)
    ? actions[`${incoming.method} ${path}`]
    : undefined
  const result = action === undefined
    ? refuse(404, `There is no ${incoming.method} ${incoming.url.pathname}.`)
    : action({ emulator, incoming, saveState })
  return Effect.match(result, {
    onSuccess: (value) => asJson(200, value),
    onFailure: ({ error, status }) => asJson(status, { error })
  })
}

/** An answer in JSON that other origins cannot read. */
export const asJson = (status: number, value: unknown): Outgoing => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
  body: JSON.stringify(value)
})
