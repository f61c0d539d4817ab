/** Hooks for a user's lists: teams, permissions, email addresses, sessions, API keys and notification preferences. */
"use client"
import type { ReadDefinition } from "../layers/reads/index.ts"
import type { TeamApiKey, UserApiKey } from "../schemas/entities/ApiKey.ts"
import type { ContactChannel } from "../schemas/entities/ContactChannel.ts"
import type { Team } from "../schemas/entities/Team.ts"
import * as reads from "../src/reads.ts"
import type { ClientServices } from "./clientHooks.ts"
import { useRead } from "./hooks.ts"
import type { ReadOptions, Skippable } from "./mistakes.ts"

/**
 * Returns the user's teams, oldest first; an empty list when signed out.
 *
 * @example
 * ```tsx
 * import { useTeams } from "latchkey/react"
 *
 * const Teams = () => <ul>{useTeams().map(({ displayName, id }) => <li key={id}>{displayName}</li>)}</ul>
 * <Teams /> // <ul><li>Analysts</li></ul>
 * ```
 */
export const useTeams = <Enabled extends boolean = true>(
  options?: ReadOptions<Enabled>
): Skippable<ReadonlyArray<Team>, Enabled> => useRead(reads.teams, options)

/**
 * Returns one of the user's teams from {@link useTeams}, or `null` if the user is not a member. Without a team id,
 * returns `null` without a request.
 *
 * @example
 * ```tsx
 * import { useTeam } from "latchkey/react"
 *
 * const Title = () => <h1>{useTeam(teamId)?.displayName ?? "No such team"}</h1>
 * <Title /> // <h1>Analysts</h1>
 * ```
 */
export const useTeam = (teamId: string | null | undefined): Team | null =>
  useTeams({ enabled: teamId != null })?.find(({ id }) => id === teamId) ?? null

/**
 * Returns whether the user has a permission, either granted directly or contained in another permission. With `teamId`,
 * checks the permissions in that team, otherwise those in the project. Sends one request per team for all permissions.
 * Use the result for display only; the platform enforces permissions.
 *
 * @example
 * ```tsx
 * import { usePermission } from "latchkey/react"
 *
 * const EditButton = () => usePermission("edit_notes", { teamId }) ? <button>Edit</button> : null
 * <EditButton /> // <button>Edit</button>
 * ```
 */
export function usePermission(permissionId: string, where?: { readonly teamId: string }): boolean
/**
 * Returns whether the user has a permission. With `teamId`, checks the permissions in that team, otherwise those in the
 * project. Returns `null` without a request while `teamId` is `null` or `undefined`, and with `enabled: false`.
 */
export function usePermission(
  permissionId: string,
  where: ReadOptions & { readonly teamId?: string | null | undefined }
): boolean | null
export function usePermission(
  permissionId: string,
  where: ReadOptions & { readonly teamId?: string | null | undefined } = {}
): boolean | null {
  return useRead(reads.permissions(where.teamId ?? undefined), whereKnown(where))?.some(({ id }) =>
    id === permissionId
  ) ?? null
}

/** Disables a read until its team is known. */
const whereKnown = (where: ReadOptions & { readonly teamId?: string | null | undefined }): ReadOptions => ({
  enabled: where.enabled !== false && !("teamId" in where && where.teamId == null)
})

/**
 * Returns the user's email addresses, oldest first.
 *
 * @example
 * ```tsx
 * import { useContactChannels } from "latchkey/react"
 *
 * const Emails = () => <p>{useContactChannels().map(({ value }) => value).join(", ")}</p>
 * <Emails /> // <p>ada@example.com</p>
 * ```
 */
export const useContactChannels = <Enabled extends boolean = true>(
  options?: ReadOptions<Enabled>
): Skippable<ReadonlyArray<ContactChannel>, Enabled> => useRead(reads.contactChannels, options)

/** Returns the user's sessions on all devices. */
export const useSessions = <Enabled extends boolean = true>(options?: ReadOptions<Enabled>) =>
  useRead(reads.sessions, options)

/** Returns the API keys of the user, newest first. */
export function useApiKeys(): ReadonlyArray<UserApiKey>
/** Returns the API keys of a team, newest first. */
export function useApiKeys(of: { readonly teamId: string }): ReadonlyArray<TeamApiKey>
/**
 * Returns the API keys of a team, newest first. Returns `null` without a request while `teamId` is `null` or
 * `undefined`, and with `enabled: false`.
 */
export function useApiKeys(
  of: ReadOptions & { readonly teamId: string | null | undefined }
): ReadonlyArray<TeamApiKey> | null
/** Returns the API keys of the user, newest first. With `enabled: false`, returns `null` without a request. */
export function useApiKeys(options: ReadOptions): ReadonlyArray<UserApiKey> | null
export function useApiKeys(
  of: ReadOptions & { readonly teamId?: string | null | undefined } = {}
): ReadonlyArray<UserApiKey | TeamApiKey> | null {
  const read: ReadDefinition<ReadonlyArray<UserApiKey | TeamApiKey>, unknown, ClientServices> = of.teamId == null
    ? reads.userApiKeys
    : reads.teamApiKeys(of.teamId)
  return useRead(read, whereKnown(of))
}

/** Returns every category of email, and whether the user receives it. */
export const useNotificationPreferences = <Enabled extends boolean = true>(options?: ReadOptions<Enabled>) =>
  useRead(reads.notificationPreferences, options)
