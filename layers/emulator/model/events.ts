/**
 * What webhooks tell of. The functions that change the state raise the events; whoever delivers them listens.
 * docs/platform.md §17.
 */
import * as Schema from "effect/Schema"
import { ServerUser } from "../../../schemas/entities/User.ts"
import type { Platform } from "../state/Platform.ts"
import type { Project, User } from "../state/Store.ts"
import { serverUserView } from "./userViews.ts"

/** The platform's events and what each tells, in the names of the wire. */
export interface EventData {
  /** The user as backends see it. */
  readonly "user.created": Schema.Json
  readonly "user.updated": Schema.Json
  readonly "user.deleted": { readonly id: string; readonly teams: ReadonlyArray<{ readonly id: string }> }
  /** The team as backends see it. */
  readonly "team.created": Schema.Json
  readonly "team.updated": Schema.Json
  readonly "team.deleted": { readonly id: string }
  readonly "team_membership.created": { readonly team_id: string; readonly user_id: string }
  readonly "team_membership.deleted": { readonly team_id: string; readonly user_id: string }
  readonly "team_permission.created": { readonly id: string; readonly team_id: string; readonly user_id: string }
  readonly "team_permission.deleted": { readonly id: string; readonly team_id: string; readonly user_id: string }
  readonly "project_permission.created": { readonly id: string; readonly user_id: string }
  readonly "project_permission.deleted": { readonly id: string; readonly user_id: string }
}

/** Something that happened in a project. */
export interface PlatformEvent {
  /** The same in every attempt to deliver it. */
  readonly id: string
  readonly projectId: string
  readonly at: Date
  readonly type: keyof EventData
  readonly data: EventData[keyof EventData]
}

/** Raises an event. Its data are computed only when somebody listens. */
export const raise = <Type extends keyof EventData>(
  platform: Platform,
  project: Project,
  type: Type,
  data: () => EventData[Type]
): void =>
  platform.events.raise(() => ({
    id: `msg_${crypto.randomUUID().replaceAll("-", "")}`,
    projectId: project.id,
    at: new Date(platform.now()),
    type,
    data: data()
  }))

const encodeUser = Schema.encodeSync(ServerUser)

/** Raises an event that tells of a user as it is now. */
export const raiseUser = (
  platform: Platform,
  project: Project,
  type: "user.created" | "user.updated",
  user: User
): void => raise(platform, project, type, () => encodeUser(serverUserView(project, user)) as Schema.Json)
