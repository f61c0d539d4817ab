/** Finds the projects, users and teams that control operations select. */
import * as Effect from "effect/Effect"
import { TaggedError } from "../../../schemas/TaggedError.ts"
import { contactChannels } from "../model/index.ts"
import type { Platform, Project, User } from "../state/index.ts"

/**
 * A control operation was rejected. The message states the reason. If the platform rejected the change, the message is
 * the platform's own.
 *
 * @cause The user, team or project doesn't exist.
 * @cause The platform rejects such a change from any back end: the address is in use, the password is too short, the site
 *   isn't trusted.
 * @cause The `authorizeUrl` of a sign-in at a provider doesn't belong to this emulator, or the sign-in has expired or was
 *   already completed.
 * @fix Follow the message. Select users by id or primary email address, teams by id. Pass the complete URL of the site,
 *   and the `authorizeUrl` from the redirect of the sign-in that the test started.
 */
export class ControlError extends TaggedError("ControlError")<{ readonly message: string }> {}

/** Finds a project by id. */
export const projectOf = (platform: Platform, id: string): Effect.Effect<Project, ControlError> => {
  const project = platform.store.projects.get(id)
  return project === undefined
    ? new ControlError({ message: `The emulator has no project ${id}.` })
    : Effect.succeed(project)
}

/** Finds a user by id or primary address. */
export const userOf = (project: Project, idOrEmail: string): Effect.Effect<User, ControlError> => {
  const address = contactChannels.normalized(idOrEmail)
  const user = project.users.get(idOrEmail.trim())
    ?? [...project.users.values()].find((user) => contactChannels.primaryOf(project, user)?.value === address)
  return user === undefined
    ? new ControlError({
      message: `Project ${project.id} has no user ${idOrEmail}. Pass the id or primary email address of a user in the `
        + "seed, or sign the user up first."
    })
    : Effect.succeed(user)
}

/** Finds a user of a project. */
export const projectAndUser = (
  platform: Platform,
  { projectId, user }: { readonly projectId: string; readonly user: string }
): Effect.Effect<{ readonly project: Project; readonly user: User }, ControlError> =>
  Effect.flatMap(
    projectOf(platform, projectId),
    (project) => Effect.map(userOf(project, user), (user) => ({ project, user }))
  )
