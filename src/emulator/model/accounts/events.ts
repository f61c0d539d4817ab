/** Emits webhook events. Called by the functions that change the state. docs/platform.md §17. */
import * as Schema from "effect/Schema"
import { ServerUser } from "../../../../schemas/entities/User.ts"
import type { EventData, Platform, Project, User } from "../../state/index.ts"
import { serverUserView } from "./userViews.ts"

/** Emits an event. Its data is computed only if there is a listener. */
export const emit = <Type extends keyof EventData>(
  platform: Platform,
  project: Project,
  type: Type,
  data: () => EventData[Type]
): void =>
  platform.events.emit(() => ({
    id: `msg_${crypto.randomUUID().replaceAll("-", "")}`,
    projectId: project.id,
    at: new Date(platform.now()),
    type,
    data: data()
  }))

const encodeUser = Schema.encodeSync(ServerUser)

/** Emits an event with the current data of a user. */
export const emitUser = (
  platform: Platform,
  project: Project,
  type: "user.created" | "user.updated",
  user: User
): void => emit(platform, project, type, () => encodeUser(serverUserView(platform, project, user)) as Schema.Json)
