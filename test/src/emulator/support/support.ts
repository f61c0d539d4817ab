/** Clients of an emulator, and functions that send raw requests. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Access from "../../../../layers/access/access.ts"
import * as Project from "../../../../layers/call/Project.ts"
import { layer as layerSession, Session } from "../../../../layers/session/Session.ts"
import { layerMemory } from "../../../../layers/session/TokenStore.ts"
import type { AccessLevel } from "../../../../schemas/access.ts"
import * as Password from "../../../../schemas/endpoints/password.ts"
import { Emulator, type Seed } from "../../../../src/emulator/index.ts"

/** Default user. */
export const ann = { email: "ann@example.com", password: Redacted.make("correct horse") }

/** Callback URL of links in emails. Localhost is trusted unless a project disallows it. */
export const callbackUrl = "http://localhost:3000/handler"

/** Creates a signed-out client of an emulator. */
export const emulated = (seed?: Seed, platform = Emulator.layer(seed)) =>
  Layer.fresh(
    Access.layerClient().pipe(
      Layer.provideMerge(layerSession()),
      Layer.provide(layerMemory()),
      Layer.provideMerge(Emulator.layerProject()),
      Layer.provideMerge(platform)
    )
  )

/** Runs an effect at server level, with the session's user available. */
export const asServer = Effect.provide(Access.layerServer(), { local: true })

/** Runs an effect at admin level. */
export const asAdmin = Effect.provide(Access.layerAdmin(), { local: true })

/** Signs up and stores the session. */
export const signUp = (person: { readonly email: string; readonly password: Redacted.Redacted } = ann) =>
  Effect.gen(function*() {
    const tokens = yield* Password.signUp({ ...person, verificationCallbackUrl: callbackUrl })
    yield* (yield* Session).keep(tokens)
    return tokens
  })

/** Signs in and stores the session. */
export const signIn = (person: { readonly email: string; readonly password: Redacted.Redacted } = ann) =>
  Effect.gen(function*() {
    const tokens = yield* Password.signIn(person)
    yield* (yield* Session).keep(tokens)
    return tokens
  })

/** Returns the newest email to an address. */
export const lastMail = (address: string) =>
  Effect.map(Emulator, ({ outbox }) => {
    const mail = outbox.byAddress(address).at(-1)
    if (mail === undefined) throw new Error(`no mail to ${address}`)
    return { ...mail, code: Redacted.make(mail.code ?? "") }
  })

interface RawRequest {
  readonly level?: AccessLevel
  readonly headers?: { readonly [name: string]: string }
  /** Sent as JSON. */
  readonly json?: unknown
  readonly body?: string
}

/** Sends a raw request. If a level is given, the request has the project's headers. */
export const send = (method: string, path: string, { body, headers = {}, json, level }: RawRequest = {}) =>
  Effect.gen(function*() {
    const emulator = yield* Emulator
    const text = json === undefined ? body : JSON.stringify(json)
    const response = yield* Effect.promise(() =>
      emulator.fetch(
        new Request(`${emulator.baseUrl}${path}`, {
          method,
          headers: {
            ...(level === undefined ? {} : headersOf(level, emulator.project)),
            ...(json === undefined ? {} : { "content-type": "application/json" }),
            ...headers
          },
          // bytes, because a string would set its own content type
          body: text === undefined ? null : new TextEncoder().encode(text)
        })
      )
    )
    const answer = yield* Effect.promise(() => response.text())
    return { status: response.status, headers: response.headers, text: answer, json: parsed(answer) }
  })

const parsed = (text: string): any => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const headersOf = (level: AccessLevel, project: Emulator["Service"]["project"]) => ({
  "x-stack-access-type": level,
  "x-stack-project-id": project.projectId,
  ...(level === "client"
    ? { "x-stack-publishable-client-key": Redacted.value(project.publishableClientKey) }
    : level === "server"
    ? { "x-stack-secret-server-key": Redacted.value(project.secretServerKey) }
    : { "x-stack-super-secret-admin-key": Redacted.value(project.superSecretAdminKey) })
})

/** A project owner: a user of the project `internal` in the owner team of the seed. */
export const owner = { email: "olivia@example.com", password: "correct horse" } as const

/** Runs an effect as the owner in the project `internal`. */
export const asOwner = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  { as = owner, signedIn = true }: {
    readonly as?: { readonly email: string; readonly password: string }
    readonly signedIn?: boolean
  } = {}
) =>
  Effect.flatMap(Emulator, ({ baseUrl, internal }) => {
    const client = Layer.fresh(
      Access.layerClient().pipe(
        Layer.provideMerge(layerSession()),
        Layer.provide(layerMemory()),
        Layer.provide(Layer.effect(
          Project.Project,
          Effect.orDie(Project.make({
            projectId: internal.projectId,
            publishableClientKey: internal.publishableClientKey,
            baseUrl
          }))
        ))
      )
    )
    const enter = signedIn ? signIn({ email: as.email, password: Redacted.make(as.password) }) : Effect.void
    return Effect.provide(Effect.flatMap(enter, () => effect), client, { local: true })
  })

/** Creates another team of the owner with the same permissions. */
export const anotherTeam = Effect.map(Emulator, ({ store }) => {
  const internal = store.projects.get("internal")!
  const [user] = internal.users.values()
  const id = "44444444-4444-4444-8444-444444444444"
  const [membership] = internal.memberships.values()
  internal.memberships.set(`${id} ${user!.id}`, { ...membership!, teamId: id })
  user!.teamIds.push(id)
  internal.teams.set(id, { ...[...internal.teams.values()][0]!, id })
  return id
})
