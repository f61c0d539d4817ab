/** Sends requests with a project's admin key, like a back end. Faults don't apply to these requests, and they aren't logged. */
import * as Effect from "effect/Effect"
import { TaggedError } from "../../../schemas/TaggedError.ts"
import type { Platform, Project, User } from "../state/index.ts"
import { respondTo } from "./pipeline.ts"
import * as sessionControl from "./sessionControl.ts"

/**
 * A change to users or teams was rejected. The message states the reason. If the platform rejected the change, it is the
 * platform's own message.
 *
 * @cause The user, team or project doesn't exist.
 * @cause The platform rejects such a change from any back end: the address is in use, the password is too short, the site
 *   isn't trusted.
 * @fix Follow the message. Select users by id or primary email address, teams by id.
 */
export class ControlError extends TaggedError("ControlError")<{ readonly message: string }> {}

/** Sends a request as the project's back end. Fails with the message of an error response. */
export const sendAsAdmin = (
  platform: Platform,
  project: Project,
  method: string,
  path: string,
  body?: object
): Effect.Effect<unknown, ControlError> =>
  Effect.gen(function*() {
    const keys = project.keySets.find(({ keys, revokedAt }) => revokedAt === null && keys.admin !== undefined)
    if (keys === undefined) {
      return yield* new ControlError({ message: `Project ${project.id} has no valid admin key. Create a new one.` })
    }
    const headers: { readonly [name: string]: string | undefined } = {
      "x-stack-project-id": project.id,
      "x-stack-access-type": "admin",
      "x-stack-super-secret-admin-key": keys.keys.admin,
      "content-type": body === undefined ? undefined : "application/json"
    }
    const { outgoing, status } = yield* respondTo(platform, {
      method,
      url: new URL(`/api/v1${path}`, platform.baseUrl),
      body: body === undefined ? "" : JSON.stringify(body),
      header: (name) => headers[name]
    })
    const text = typeof outgoing.body === "string" ? outgoing.body : ""
    if (status >= 400) return yield* new ControlError({ message: sentenceOf(text) })
    return text === "" ? undefined : JSON.parse(text)
  })

/** Returns the message of an error response: a field of a known error's JSON, or the whole text. */
const sentenceOf = (text: string): string => {
  try {
    const { error } = JSON.parse(text)
    return typeof error === "string" ? error : text
  } catch {
    return text
  }
}

/** Finds a project by id. */
export const projectOf = (platform: Platform, id: string): Effect.Effect<Project, ControlError> => {
  const project = platform.store.projects.get(id)
  return project === undefined
    ? new ControlError({ message: `The emulator has no project ${id}.` })
    : Effect.succeed(project)
}

/** Finds a user by id or primary address. */
export const userOf = (project: Project, wanted: string): Effect.Effect<User, ControlError> => {
  const user = sessionControl.userOf(project, wanted.trim())
  return user === undefined
    ? new ControlError({ message: `Project ${project.id} has no user with the email address or id ${wanted}.` })
    : Effect.succeed(user)
}
