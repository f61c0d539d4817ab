import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { expectTypeOf, test } from "vitest"
import type { resources } from "../../schemas/catalogue.ts"
import type { EndpointCall } from "../../schemas/Endpoint.ts"
import type * as Password from "../../schemas/endpoints/password.ts"
import type { Restriction } from "../../schemas/entities/restriction.ts"
import type { ServerUser, User } from "../../schemas/entities/User.ts"
import { endpoint, Fields, KnownError } from "../../schemas/index.ts"
import type * as entry from "../../src/promise/index.ts"
import type { LatchkeyAdmin, LatchkeyClient, LatchkeyServer, Promised } from "../../src/promise/index.ts"

declare const client: LatchkeyClient
declare const server: LatchkeyServer
declare const admin: LatchkeyAdmin

/** Errors with which any call of a client may reject. */
type Always = entry.CallError | entry.InvalidConfiguration | entry.ClientDisposed | entry.CallDefect

/** Errors that `settled` returns. */
type ErrorOf<Call extends (...args: ReadonlyArray<never>) => unknown> = ReturnType<Call> extends
  entry.CallPromise<any, infer E> ? E : never

test("the `or` option of currentUser.get determines whether the user may be null", () => {
  expectTypeOf(client.currentUser.get()).resolves.toEqualTypeOf<User | null>()
  expectTypeOf(client.currentUser.get({ or: "return-null" })).resolves.toEqualTypeOf<User | null>()
  expectTypeOf(client.currentUser.get({ or: "throw" })).resolves.toEqualTypeOf<User>()
  expectTypeOf(client.currentUser.get({ or: "anonymous" }, {})).resolves.toEqualTypeOf<User>()
  expectTypeOf(client.currentUser.get({ includeRestricted: true })).resolves.toEqualTypeOf<User | null>()
  expectTypeOf(client.currentUser.get({ or: "throw", includeRestricted: false })).resolves.toEqualTypeOf<User>()
  // @ts-expect-error the choice for anonymous users includes restricted ones
  void client.currentUser.get({ or: "anonymous", includeRestricted: false })
})

test("a promise flow keeps its input and result types, and accepts a signal", () => {
  expectTypeOf(client.signIn.withPassword).returns.resolves.toEqualTypeOf<
    { userId: string; restrictedReason: Restriction | null }
  >()
  expectTypeOf(client.signIn.withPassword).parameter(1).toEqualTypeOf<
    { readonly signal?: AbortSignal | undefined } | undefined
  >()
  expectTypeOf(client.signOut).parameter(0).toEqualTypeOf<{ readonly signal?: AbortSignal | undefined } | undefined>()
})

test("promise calls accept an endpoint's secrets as plain strings", () => {
  type Input = Parameters<Promised<typeof Password.signIn>>[0]

  expectTypeOf<Input["password"]>().toEqualTypeOf<string | Redacted.Redacted>()
  expectTypeOf<Input["email"]>().toEqualTypeOf<string>()
})

/** Names of calls that return other errors than their endpoints declare. */
type Deviating<Calls> = {
  [Resource in keyof Calls & keyof typeof resources]: {
    [Name in keyof Calls[Resource] & keyof (typeof resources)[Resource]]: (typeof resources)[Resource][Name] extends
      EndpointCall<any, any, any, infer E> ?
      Same<ErrorOf<Extract<Calls[Resource][Name], AnyCall>>, E | Always> extends true ? never
      : `${Resource}.${Name & string}`
      : Name
  }[keyof Calls[Resource] & keyof (typeof resources)[Resource]]
}[keyof Calls & keyof typeof resources]

type AnyCall = (...args: ReadonlyArray<never>) => unknown

type Same<A, B> = [A, B] extends [B, A] ? true : false

test("settled returns exactly the errors with which each call rejects", () => {
  expectTypeOf<Deviating<LatchkeyAdmin["calls"]>>().toBeNever()
  expectTypeOf<keyof LatchkeyAdmin["calls"]>().toEqualTypeOf<keyof typeof resources>()
  expectTypeOf<ErrorOf<LatchkeyAdmin["calls"]["cli"]["poll"]>>().toEqualTypeOf<entry.InvalidPollingCodeError | Always>()
  expectTypeOf<ErrorOf<LatchkeyAdmin["calls"]["userApiKeys"]["check"]>>().toEqualTypeOf<
    entry.ApiKeyExpired | entry.ApiKeyNotFound | entry.ApiKeyRevoked | entry.WrongApiKeyType | Always
  >()
})

test("settled returns exactly the errors with which each flow rejects", () => {
  expectTypeOf<ErrorOf<typeof client.signIn.withPassword>>().toEqualTypeOf<
    | entry.EmailPasswordMismatch
    | entry.PasswordAuthenticationNotEnabled
    | entry.MultiFactorAuthenticationRequired
    | entry.EmailNotVerified
    | entry.PasswordTooLong
    | entry.CookiesBlocked
    | Always
  >()
  expectTypeOf<ErrorOf<typeof client.signOut>>().toEqualTypeOf<Always>()
  expectTypeOf(client.currentUser.get({ or: "throw" }).settled()).resolves.toEqualTypeOf<
    entry.Settled<User, entry.NotSignedIn | Always>
  >()
  expectTypeOf(client.currentUser.get().settled()).resolves.toEqualTypeOf<entry.Settled<User | null, Always>>()
  expectTypeOf<ErrorOf<typeof server.users.createSession>>().toEqualTypeOf<
    entry.CannotGetOwnUserWithoutUser | entry.UserIdDoesNotExist | Always
  >()
  expectTypeOf<ErrorOf<typeof admin.project.addTrustedDomain>>().toEqualTypeOf<
    ErrorOf<typeof admin.calls.internalProjects.updateCurrent>
  >()
})

test("the `ok` field narrows the union that settled returns", () => {
  expectTypeOf<Extract<Awaited<ReturnType<ReturnType<typeof client.signOut>["settled"]>>, { readonly ok: false }>>()
    .toEqualTypeOf<{ readonly ok: false; readonly error: Always }>()
})

test("a call of a level that the client lacks doesn't compile", () => {
  expectTypeOf<keyof LatchkeyClient["calls"]["users"]>().toEqualTypeOf<"getMe" | "updateMe" | "deleteMe">()
  expectTypeOf<LatchkeyClient["calls"]>().not.toHaveProperty("emailOutbox")
  expectTypeOf<LatchkeyClient>().not.toHaveProperty("users")
  expectTypeOf<LatchkeyServer["calls"]>().toHaveProperty("emailOutbox")
  expectTypeOf<LatchkeyServer["calls"]>().not.toHaveProperty("internalApiKeys")
  expectTypeOf<LatchkeyServer["calls"]["users"]>().toHaveProperty("getMe")
  expectTypeOf<LatchkeyAdmin["calls"]>().toHaveProperty("internalApiKeys")
  // @ts-expect-error a server call
  void client.calls.users.list
  // @ts-expect-error an admin flow
  void server.internalApiKeys
})

test("promise results contain no Effect types: null stands for None, and an async iterable for a stream", () => {
  expectTypeOf(server.users.byApiKey).returns.resolves.toEqualTypeOf<ServerUser | null>()
  expectTypeOf(client.permissions.get).returns.resolves.toExtend<{ readonly id: string } | null>()
  expectTypeOf(server.users.stream).returns.toExtend<AsyncIterable<ServerUser>>()
})

test("a settled iterable yields items and exactly the errors that may end it", async () => {
  for await (const user of server.users.stream().settled()) {
    if (user.ok) expectTypeOf(user.value).toEqualTypeOf<ServerUser>()
    else expectTypeOf(user.error).toEqualTypeOf<Always | entry.NextPageLost>()
  }
})

test("promise calls accept nested secrets as plain strings", () => {
  type Project = Parameters<typeof admin.project.update>[0] & {}
  type Email = NonNullable<NonNullable<Project["config"]>["emailConfig"]>
  type Provider = NonNullable<NonNullable<Project["config"]>["oauthProviders"]>[number]

  expectTypeOf<Extract<Email["password"], string>>().toEqualTypeOf<string>()
  expectTypeOf<Extract<Provider["clientSecret"], string>>().toEqualTypeOf<string>()
  expectTypeOf<Extract<Parameters<typeof client.currentUser.update>[0] & {}, object>["totpSecretBase64"]>()
    .toExtend<string | Redacted.Redacted | null | undefined>()
})

test("promise calls accept times and durations as plain values, and metadata as any JSON", () => {
  expectTypeOf(server.users.createSession).toBeCallableWith({ userId: "me", expiresIn: "2 hours" })
  expectTypeOf(server.users.createSession).toBeCallableWith({ userId: "me", expiresIn: 7_200_000 })
  expectTypeOf(client.currentUser.update).toBeCallableWith({ clientMetadata: { any: ["json", 1, null] } })
})

test("every error class with which a call rejects can be imported", () => {
  type Errors<Part> = Part extends (...args: ReadonlyArray<never>) => entry.CallPromise<any, infer E> ? E
    : Part extends (...args: ReadonlyArray<never>) => unknown ? never
    : { [Name in keyof Part]: Errors<Part[Name]> }[keyof Part]
  type Tag<E> = E extends { readonly _tag: infer Name } ? Name : E
  type Entry = typeof entry
  type Exported = { [Name in keyof Entry]: Entry[Name] extends abstract new(...args: any) => infer E ? E : never }[
    keyof Entry
  ]

  expectTypeOf<Exclude<Tag<Errors<Omit<LatchkeyClient, "call" | "session">>>, Tag<Exported>>>().toBeNever()
  expectTypeOf<Exclude<Tag<Errors<Omit<LatchkeyServer, "call">>>, Tag<Exported>>>().toBeNever()
  expectTypeOf<Exclude<Tag<Errors<Omit<LatchkeyAdmin, "call">>>, Tag<Exported>>>().toBeNever()
  expectTypeOf<Extract<Tag<Errors<Omit<LatchkeyServer, "call">>>, "UserNotFound">>().toEqualTypeOf<"UserNotFound">()
})

test("client.call accepts an endpoint of the client's level, its input and a signal, and keeps its errors", () => {
  class Locked extends KnownError("Locked", { code: "LOCKED", status: 403, message: "Unlock it first." }) {}
  const options = { input: { pin: Fields.Secret }, output: Schema.String, errors: [Locked] }
  const open = endpoint("client", "notes.open", "POST /notes", options)
  const openAsServer = endpoint("server", "notes.openAsServer", "POST /notes", options)

  const opened = client.call(open, { pin: "1234" }, { signal: AbortSignal.abort() })
  expectTypeOf(opened).toEqualTypeOf<entry.CallPromise<string, Locked | Always>>()
  expectTypeOf(server.call(open, { pin: "1234" })).resolves.toEqualTypeOf<string>()
  expectTypeOf(admin.call(openAsServer, { pin: "1234" })).resolves.toEqualTypeOf<string>()
  // @ts-expect-error a client may not call an endpoint of servers
  void client.call(openAsServer, { pin: "1234" })
  // @ts-expect-error the input is missing
  void client.call(open)
})
