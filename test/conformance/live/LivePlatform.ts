/** The platform that runs the scenarios, and functions that all scenarios use. */
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

/** Error of a scenario that requires a feature which the platform or the project doesn't have. */
export class NotHere extends Data.TaggedError("NotHere")<{ readonly message: string }> {}

/** URLs of a platform. The project and its keys come from the usual environment variables. */
export interface LiveOptions {
  readonly url: string
  /** URL on a domain that the project trusts. */
  readonly callbackUrl: string
  /** URL that returns the emails to `?address=`, like the emulator's `/emulator/outbox.json`. */
  readonly outboxUrl: string | undefined
}

/** An email that was sent. */
export interface LiveMail {
  readonly code: Redacted.Redacted
  readonly otp: string | undefined
}

/** What scenarios can use of the platform. */
export class LivePlatform extends Context.Service<LivePlatform, {
  readonly callbackUrl: string
  readonly config: Effect.Success<ReturnType<typeof InternalProjects.getCurrent>>["config"]
  readonly server: Context.Context<ServerAccess | ClientAccess | Project>
  readonly admin: Context.Context<AdminAccess | ServerAccess | ClientAccess | Project>
  /** A separate client, signed out. */
  readonly client: Layer.Layer<ClientAccess | Session | Project, InvalidConfiguration>
  /** Returns the newest email to an address. */
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
      return yield* new NotHere({ message: "emails cannot be read: CONFORMANCE_OUTBOX_URL is not set" })
    }
    const { mails } = yield* Effect.promise(async () => {
      const response = await fetch(`${outboxUrl}?address=${encodeURIComponent(address)}`)
      return await response.json() as {
        readonly mails: ReadonlyArray<{ readonly code: string; readonly otp?: string }>
      }
    })
    const mail = mails.at(-1)
    assert.ok(mail, `no email to ${address} in ${outboxUrl}`)
    return { code: Redacted.make(mail.code), otp: mail.otp }
  })

/** Runs an effect as the project's back end. */
export const asServer = <A, E>(effect: Effect.Effect<A, E, ServerAccess | ClientAccess>) =>
  Effect.flatMap(LivePlatform, ({ server }) => Effect.provideContext(effect, server))

/** Runs an effect as the project's administrator. */
export const asAdmin = <A, E>(effect: Effect.Effect<A, E, AdminAccess | ServerAccess | ClientAccess>) =>
  Effect.flatMap(LivePlatform, ({ admin }) => Effect.provideContext(effect, admin))

/** Runs an effect with a separate, signed-out client. */
export const withOtherSession = <A, E, R>(effect: Effect.Effect<A, E, R | ClientAccess | Session>) =>
  Effect.flatMap(LivePlatform, ({ client }) => Effect.provide(effect, client, { local: true }))

/** Generates credentials of a new user. */
export const newCredentials = Effect.sync(() => ({
  email: `conformance-${crypto.randomUUID()}@example.com`,
  password: Redacted.make(`pass-${crypto.randomUUID()}`)
}))

/** Deletes the user when the scenario ends. */
export const cleanUp = (userId: string): Effect.Effect<void, never, LivePlatform | Scope.Scope> =>
  Effect.flatMap(
    LivePlatform,
    ({ server }) => Effect.addFinalizer(() => Effect.ignore(Effect.provideContext(Users.delete({ userId }), server)))
  )

/** Signs up a new user, and keeps the session. */
export const signUp = Effect.gen(function*() {
  const { callbackUrl, config } = yield* LivePlatform
  yield* needs(config.credentialEnabled && config.signUpEnabled, "password sign-up is disabled")
  const person = yield* newCredentials
  const tokens = yield* Password.signUp({ ...person, verificationCallbackUrl: callbackUrl })
  yield* cleanUp(tokens.userId)
  yield* (yield* Session).keep(tokens)
  return { ...person, ...tokens }
})

/** Fails with {@link NotHere} if a requirement isn't met. */
export const needs = (isSo: boolean, otherwise: string): Effect.Effect<void, NotHere> =>
  isSo ? Effect.void : Effect.fail(new NotHere({ message: `in this project ${otherwise}` }))

/** Returns the error's tag, or the tag of its reason. Returns "none" for a success. */
export const refusalOf = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<string, never, R> =>
  Effect.map(Effect.result(effect), (result) => {
    if (result._tag === "Success") return "none"
    const error = result.failure as { readonly _tag?: string; readonly reason?: { readonly _tag: string } }
    return error.reason?._tag ?? error._tag ?? String(result.failure)
  })
