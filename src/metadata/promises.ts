/** Typed metadata with promises, over an existing client. */
import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import type { CallOptions, CallPromise, HostError, LatchkeyClient, LatchkeyServer } from "../promise/index.ts"
import * as currentUser from "./currentUser.ts"
import type {
  MetadataChanges,
  MetadataDefinition,
  MetadataIn,
  MetadataSchemas,
  MetadataValues,
  OwnMetadataChanges,
  OwnMetadataValues,
  WithMetadata
} from "./definition.ts"
import * as serverTeams from "./serverTeams.ts"
import * as serverUsers from "./serverUsers.ts"
import { decode } from "./stored.ts"
import * as teams from "./teams.ts"

type Rejection = InvalidConfiguration | HostError

type ErrorOf<Flow extends (...args: ReadonlyArray<any>) => unknown> = ReturnType<Flow> extends
  Effect.Effect<any, infer E, any> ? E | Rejection : never

/** Reads the metadata of a user or a team that a call has returned. Throws `MetadataInvalid` if a value is invalid. */
export type MetadataReader = <S extends MetadataSchemas, Entity extends WithMetadata>(
  definition: MetadataDefinition<S>,
  entity: Entity
) => MetadataIn<S, Entity>

/** Metadata of the signed-in user and the user's teams, with promises. */
export interface LatchkeyMetadata {
  readonly of: MetadataReader
  readonly currentUser: {
    readonly get: <S extends MetadataSchemas>(
      definition: MetadataDefinition<S>,
      options?: CallOptions
    ) => CallPromise<OwnMetadataValues<S>, ErrorOf<typeof currentUser.get>>
    readonly update: <S extends MetadataSchemas, const Changes extends OwnMetadataChanges<S>>(
      definition: MetadataDefinition<S>,
      changes: Changes | ((current: OwnMetadataValues<S>) => Changes),
      options?: CallOptions
    ) => CallPromise<OwnMetadataValues<S>, ErrorOf<typeof currentUser.update>>
  }
  readonly teams: {
    readonly get: <S extends MetadataSchemas>(
      definition: MetadataDefinition<S>,
      team: teams.OwnTeam,
      options?: CallOptions
    ) => CallPromise<OwnMetadataValues<S>, ErrorOf<typeof teams.get>>
    readonly update: <S extends MetadataSchemas, const Changes extends OwnMetadataChanges<S>>(
      definition: MetadataDefinition<S>,
      team: teams.OwnTeam,
      changes: Changes | ((current: OwnMetadataValues<S>) => Changes),
      options?: CallOptions
    ) => CallPromise<OwnMetadataValues<S>, ErrorOf<typeof teams.update>>
  }
}

/** Metadata of any user and team, with promises. */
export interface LatchkeyServerMetadata {
  readonly of: MetadataReader
  readonly users: {
    readonly get: <S extends MetadataSchemas>(
      definition: MetadataDefinition<S>,
      user: serverUsers.AnyUser,
      options?: CallOptions
    ) => CallPromise<MetadataValues<S>, ErrorOf<typeof serverUsers.get>>
    readonly update: <S extends MetadataSchemas, const Changes extends MetadataChanges<S>>(
      definition: MetadataDefinition<S>,
      user: serverUsers.AnyUser,
      changes: Changes | ((current: MetadataValues<S>) => Changes),
      options?: CallOptions
    ) => CallPromise<MetadataValues<S>, ErrorOf<typeof serverUsers.update>>
  }
  readonly teams: {
    readonly get: <S extends MetadataSchemas>(
      definition: MetadataDefinition<S>,
      team: serverTeams.AnyTeam,
      options?: CallOptions
    ) => CallPromise<MetadataValues<S>, ErrorOf<typeof serverTeams.get>>
    readonly update: <S extends MetadataSchemas, const Changes extends MetadataChanges<S>>(
      definition: MetadataDefinition<S>,
      team: serverTeams.AnyTeam,
      changes: Changes | ((current: MetadataValues<S>) => Changes),
      options?: CallOptions
    ) => CallPromise<MetadataValues<S>, ErrorOf<typeof serverTeams.update>>
  }
}

const ofEntity: MetadataReader = (definition, entity) =>
  Result.getOrThrow(decode(definition, entity, "serverMetadata" in entity ? "server" : "own")) as never

type Flow = (...args: ReadonlyArray<never>) => unknown

/**
 * Converts flows to promises. A client's `call` runs any function that returns an effect, and provides the client's
 * services.
 */
const over = <Flows extends { readonly [name: string]: Flow }>(
  call: unknown,
  within: string,
  flows: Flows
): { readonly [Name in keyof Flows]: never } =>
  Object.fromEntries(
    Object.entries(flows).map(([name, flow]) => {
      const named = Object.assign((...args: ReadonlyArray<never>) => flow(...args), { spec: { name: within + name } })
      return [name, (...args: ReadonlyArray<unknown>) =>
        (call as (...all: ReadonlyArray<unknown>) => unknown)(named, ...args)]
    })
  ) as never

/**
 * Returns typed metadata of the signed-in user and the user's teams. It shares the client's session and cached reads:
 *
 * ```ts
 * const metadata = metadataOf(client)
 * await metadata.currentUser.update(preferences, { client: { theme: "dark" } })
 * ```
 */
export const metadataOf = ({ call }: Pick<LatchkeyClient, "call">): LatchkeyMetadata => ({
  of: ofEntity,
  currentUser: over(call, "metadata.currentUser.", currentUser),
  teams: over(call, "metadata.teams.", teams)
})

/**
 * Returns typed metadata of any user and team, for back ends:
 *
 * ```ts
 * const metadata = serverMetadataOf(createServer())
 * await metadata.users.update(account, { userId }, { readOnly: { plan: "pro" } })
 * ```
 */
export const serverMetadataOf = ({ call }: Pick<LatchkeyServer, "call">): LatchkeyServerMetadata => ({
  of: ofEntity,
  users: over(call, "metadata.server.users.", serverUsers),
  teams: over(call, "metadata.server.teams.", serverTeams)
})
