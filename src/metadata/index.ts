/**
 * Typed metadata of users and teams: decoded when it is read, encoded when it is written, with older versions of each
 * shape. A separate entry, so that apps without typed metadata load none of it.
 */
export type {
  MetadataChanges,
  MetadataDefinition,
  MetadataIn,
  MetadataSchema,
  MetadataSchemas,
  MetadataValue,
  MetadataValues,
  OlderVersion,
  OwnMetadataChanges,
  OwnMetadataValues,
  WithMetadata
} from "./definition.ts"
export * as Metadata from "./Metadata.ts"
export { MetadataInvalid } from "./MetadataInvalid.ts"
export {
  type LatchkeyMetadata,
  type LatchkeyServerMetadata,
  metadataOf,
  type MetadataReader,
  serverMetadataOf
} from "./promises.ts"
export * as ServerMetadata from "./ServerMetadata.ts"
export type { AnyTeam } from "./serverTeams.ts"
export type { AnyUser } from "./serverUsers.ts"
export type { OwnTeam } from "./teams.ts"

// types in the signatures above
export type { ClientAccess, ServerAccess } from "../../schemas/access.ts"
export type { PasswordTooLong } from "../../schemas/errors/authConfiguration.ts"
export type { CallError } from "../../schemas/errors/CallError.ts"
export type { TeamPermissionRequired } from "../../schemas/errors/permissions.ts"
export type { TeamMembershipNotFound, TeamNotFound } from "../../schemas/errors/teams.ts"
export type {
  CannotGetOwnUserWithoutUser,
  UserAuthenticationRequired,
  UserNotFound,
  UserWithEmailAlreadyExists
} from "../../schemas/errors/users.ts"
export type { NotSignedIn } from "../errors/NotSignedIn.ts"
export type { LatchkeyClient } from "../promise/createClient.ts"
export type { LatchkeyServer } from "../promise/createServer.ts"
