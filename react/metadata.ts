/** Typed metadata for React. Shares the cached reads of `latchkey/react`, and follows the updates of `latchkey/metadata`. */
"use client"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { useMemo } from "react"
import {
  Metadata,
  type MetadataDefinition,
  type MetadataInvalid,
  type MetadataSchemas,
  type OwnMetadataValues,
  type WithMetadata
} from "../src/metadata/index.ts"
import * as reads from "../src/reads.ts"
import { ready } from "./clientHooks.ts"

export type {
  MetadataDefinition,
  MetadataInvalid,
  MetadataSchema,
  MetadataSchemas,
  OwnMetadataValues
} from "../src/metadata/index.ts"

/** The metadata, or the error if a stored value matches no version of its schema. */
export type MetadataState<Values> =
  | { readonly data: Values; readonly error: undefined }
  | { readonly data: undefined; readonly error: MetadataInvalid }

const useDecoded = <S extends MetadataSchemas>(
  definition: MetadataDefinition<S>,
  entity: WithMetadata | null
): MetadataState<OwnMetadataValues<S>> | null =>
  useMemo(() => {
    if (entity === null) return null
    const decoded = Effect.runSync(Effect.result(Metadata.of(definition, entity)))
    return Result.isSuccess(decoded)
      ? { data: decoded.success as OwnMetadataValues<S>, error: undefined }
      : { data: undefined, error: decoded.failure }
  }, [definition, entity])

/**
 * Returns the metadata of the signed-in user, who may be anonymous or restricted. Returns `null` when signed out.
 * Define metadata outside of components. To change metadata, run `Metadata.currentUser.update` with `useAction`.
 */
export const useMetadata = <S extends MetadataSchemas>(
  definition: MetadataDefinition<S>
): MetadataState<OwnMetadataValues<S>> | null => useDecoded(definition, ready.useRead(reads.currentUser))

/** Returns the metadata of one of the user's teams. Returns `null` if the user is not a member, or without a team id. */
export const useTeamMetadata = <S extends MetadataSchemas>(
  definition: MetadataDefinition<S>,
  teamId: string | null | undefined
): MetadataState<OwnMetadataValues<S>> | null => {
  const teams = ready.useRead(reads.teams, { enabled: teamId != null })
  return useDecoded(definition, teams?.find(({ id }) => id === teamId) ?? null)
}
