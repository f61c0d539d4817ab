/** The platform that scenarios are played on, whichever it is, and what they have in common. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { strict as assert } from "node:assert"
import type { Project } from "../../../layers/call/index.ts"
import { Session } from "../../../layers/session/index.ts"
import type { AdminAccess, ClientAccess, ServerAccess } from "../../../schemas/access.ts"
import * as InternalProjects from "../../../schemas/endpoints/internalProjects.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { Admin, Client, Server } from "../../../src/programs/index.ts"

/** The platform, or the project on it, has not what a scenario is about. */
export class NotHere extends Data.TaggedError("NotHere")<{ readonly message: string }> {}

/** Where a platform is. The project and its keys come from the environment, under the names that programs use. */
export interface LiveOptions {
  readonly url: string
  /** A page of a domain that the project trusts. */
  readonly callbackUrl: string
  /** What tells the mails to `?address=`, as the embedded platform's `/emulator/outbox.json` does. */
  readonly outboxUrl: string | undefined
}

/** A mail that was sent. */
export interface LiveMail {
  readonly code: Redacted.Redacted
  readonly otp: string | undefined
}

/** What scenarios know of the platform. */
export class LivePlatform extends Context.Service<LivePlatform, {
  readonly callbackUrl: string
  readonly config: Effect.Success<ReturnType<typeof InternalProjects.getCurrent>>["config"]
  readonly server: Context.Context<ServerAccess | ClientAccess | Project>
  readonly admin: Context.Context<AdminAccess | ServerAccess | ClientAccess | Project>
  /** A client of its own, with nobody signed in. */
  readonly client: Layer.Layer<ClientAccess | Session | Project, InvalidConfiguration>
  /** The newest mail to an address. */
  readonly mailTo: (address: string) => Effect.Effect<LiveMail, NotHere>
}>()("conformance/LivePlatform") {
  static readonly layer = (options: LiveOptions): Layer.Layer<LivePlatform, unknown> =>
    Layer.effect(
      LivePlatform,
      Effect.gen(function*() {
        const at = { baseUrl: options.url }
        const server = yield* Layer.build(Server.layer(at))
        const admin = yield* Layer.build(Admin.layer(at))
        const { config } = yield* Effect.provideContext(InternalProjects.getCurrent(), admin)
        return {
          callbackUrl: options.callbackUrl,
          config,
          server,
          admin,
          client: Client.layer(at),
          mailTo: (address: string) => mailTo(options.outboxUrl, address)
        }
      })
    )
}

const mailTo = (outboxUrl: string | undefined, address: string): Effect.Effect<LiveMail, NotHere> =>
  Effect.gen(function*() {
    if (outboxUrl === undefined) {
      return yield* new NotHere({ message: "its mails cannot be read: CONFORMANCE_OUTBOX_URL is not set" })
    }
    const { mails } = yield* Effect.promise(async () => {
      const response = await fetch(`${outboxUrl}?address=${encodeURIComponent(address)}`)
      return await response.json() as {
        readonly mails: ReadonlyArray<{ readonly code: string; readonly otp?: string }>
      }
    })
    const mail = mails.at(-1)
    assert.ok(mail, `no mail to ${address} in ${outboxUrl}`)
    return { code: Redacted.make(mail.code), otp: mail.otp }
  })

/** Makes the calls of an effect as the project's back end. */
export const asServer = <A, E>(effect: Effect.Effect<A, E, ServerAccess | ClientAccess>) =>
  Effect.flatMap(LivePlatform, ({ server }) => Effect.provideContext(effect, server))

/** Makes the calls of an effect as the project's administration. */
export const asAdmin = <A, E>(effect: Effect.Effect<A, E, AdminAccess | ServerAccess | ClientAccess>) =>
  Effect.flatMap(LivePlatform, ({ admin }) => Effect.provideContext(effect, admin))

/** Makes the calls of an effect with another session. */
export const asSomebodyElse = <A, E, R>(effect: Effect.Effect<A, E, R | ClientAccess | Session>) =>
  Effect.flatMap(LivePlatform, ({ client }) => Effect.provide(effect, client, { local: true }))

/** Somebody whom no platform knows. */
export const somebodyNew = Effect.sync(() => ({
  email: `conformance-${crypto.randomUUID()}@example.com`,
  password: Redacted.make(`pass-${crypto.randomUUID()}`)
}))

/** A user who is deleted when the scenario is over. */
export const cleanUp = (userId: string): Effect.Effect<void, never, LivePlatform | Scope.Scope> =>
  Effect.flatMap(
    LivePlatform,
    ({ server }) => Effect.addFinalizer(() => Effect.ignore(Effect.provideContext(Users.delete({ userId }), server)))
  )

/** Signs somebody new up, and keeps the session. */
export const signUp = Effect.gen(function*() {
  const { callbackUrl, config } = yield* LivePlatform
  yield* needs(config.credentialEnabled && config.signUpEnabled, "nobody signs up with a password")
  const person = yield* somebodyNew
  const tokens = yield* Password.signUp({ ...person, verificationCallbackUrl: callbackUrl })
  yield* cleanUp(tokens.userId)
  yield* (yield* Session).keep(tokens)
  return { ...person, ...tokens }
})

/** Fails with {@link NotHere} unless it is so. */
export const needs = (isSo: boolean, otherwise: string): Effect.Effect<void, NotHere> =>
  isSo ? Effect.void : Effect.fail(new NotHere({ message: `in this project ${otherwise}` }))

/** The error's tag, or the tag of its reason. A success is none. */
export const refusalOf = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<string, never, R> =>
  Effect.map(Effect.result(effect), (result) => {
    if (result._tag === "Success") return "none"
    const error = result.failure as { readonly _tag?: string; readonly reason?: { readonly _tag: string } }
    return error.reason?._tag ?? error._tag ?? String(result.failure)
  })
