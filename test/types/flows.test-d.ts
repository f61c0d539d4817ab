import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type * as Stream from "effect/Stream"
import { expectTypeOf, test } from "vitest"
import type { Project } from "../../layers/call/Project.ts"
import type { Session } from "../../layers/session/Session.ts"
import type { AdminAccess, ClientAccess, ServerAccess } from "../../schemas/access.ts"
import type { ServerUser } from "../../schemas/entities/User.ts"
import type * as admin from "../../src/admin/index.ts"
import type * as flows from "../../src/flows/index.ts"
import type * as server from "../../src/server/index.ts"

type Result<F> = F extends (...args: ReadonlyArray<never>) => infer R ? R : never

/** Services that the flows of a table require. */
type Needs<Table> = {
  [Name in keyof Table]: Result<Table[Name]> extends never ? Needs<Table[Name]>
    : Result<Table[Name]> extends Effect.Effect<any, any, infer R> ? R
    : Result<Table[Name]> extends Stream.Stream<any, any, infer R> ? R
    : never
}[keyof Table]

test("a user's flows require only the client level and a session", () => {
  expectTypeOf<Needs<Omit<typeof flows, "oauth">>>().toEqualTypeOf<ClientAccess | Session>()
})

test("redirecting to a provider also requires the project, whose key is part of the URL", () => {
  expectTypeOf<Needs<typeof flows.oauth>>().toEqualTypeOf<ClientAccess | Session | Project>()
})

test("back-end flows require the server level, but no session", () => {
  expectTypeOf<Needs<typeof server>>().toEqualTypeOf<ClientAccess | ServerAccess>()
  expectTypeOf<Needs<typeof server.permissions>>().toEqualTypeOf<ClientAccess | ServerAccess>()
  expectTypeOf<Effect.Services<Result<typeof server.permissions.grant>>>().toEqualTypeOf<ServerAccess>()
  expectTypeOf<Effect.Services<Result<typeof server.users.impersonate>>>().toEqualTypeOf<ServerAccess>()
  expectTypeOf<Effect.Services<Result<typeof server.emails.send>>>().toEqualTypeOf<ServerAccess>()
})

test("a dashboard's flows require the admin level, which includes the levels below", () => {
  expectTypeOf<Needs<typeof admin>>().toEqualTypeOf<AdminAccess | ServerAccess | ClientAccess>()
  expectTypeOf<Effect.Services<Result<typeof admin.project.addTrustedDomain>>>().toEqualTypeOf<AdminAccess>()
  expectTypeOf<Effect.Services<Result<typeof admin.internalApiKeys.revoke>>>().toEqualTypeOf<AdminAccess>()
})

test("users.stream returns a stream of users as back ends see them", () => {
  expectTypeOf<Result<typeof server.users.stream> extends Stream.Stream<infer A, any, any> ? A : never>()
    .toEqualTypeOf<ServerUser>()
})

test("a connected account without a token is None, not an error", () => {
  type Token = Result<typeof flows.connectedAccounts.accessToken>

  expectTypeOf<Effect.Success<Token>>().toEqualTypeOf<Option.Option<Redacted.Redacted>>()
  expectTypeOf<Extract<Effect.Error<Token>, { readonly _tag: "OAuthConnectionNotConnectedToUser" }>>().toBeNever()
})
