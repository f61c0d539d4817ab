/** Control operations on users and teams. They send the requests that a back end would send. */
import * as Effect from "effect/Effect"
import { contactChannels, sessions } from "../model/index.ts"
import type { Platform, Project } from "../state/index.ts"
import { sendAsAdmin } from "./adminRequests.ts"
import type { Functions, Input, operations } from "./operations.ts"
import { ControlError, projectAndUser, projectOf, userOf } from "./selectors.ts"
import * as sessionControl from "./sessionControl.ts"

/** Selects a user. */
export interface UserSelector extends Input<typeof operations.users.remove> {}

/** A user to add. */
export interface NewUser extends Input<typeof operations.users.add> {}

/** Changes to a user. Omitted fields stay as they are. */
export interface UserChange extends Input<typeof operations.users.change> {}

/** Changes users like a back end. Every function may reject with `ControlError`. Faults don't apply. */
export interface UserControl extends Functions<typeof operations.users> {}

/** Selects a team. */
export interface TeamSelector extends Input<typeof operations.teams.remove> {}

/** Selects a team and a user. */
export interface MemberSelector extends Input<typeof operations.teams.addMember> {}

/** Changes teams like a back end. Every function may reject with `ControlError`. Faults don't apply. */
export interface TeamControl extends Functions<typeof operations.teams> {}

type Run = <A, E>(effect: Effect.Effect<A, E>) => Promise<A>

/** A request that a back end sends. JSON omits undefined fields. */
interface Sent {
  readonly project: Project
  readonly path: string
  readonly body?: object
}

const sender = (platform: Platform, run: Run) => {
  const send = (method: string, sent: Effect.Effect<Sent, ControlError>) =>
    Effect.flatMap(sent, ({ body, path, project }) => sendAsAdmin(platform, project, method, path, body))
  return {
    send: (method: string, sent: Effect.Effect<Sent, ControlError>) => run(Effect.asVoid(send(method, sent))),
    add: (projectId: string, path: string, body: object) =>
      run(Effect.map(
        send("POST", Effect.map(projectOf(platform, projectId), (project) => ({ project, path, body }))),
        (added) => ({ id: (added as { readonly id: string }).id })
      ))
  }
}

/** Creates the controls of an emulator's users. `run` runs an effect that may change the state. */
export const users = (platform: Platform, firstId: string, run: Run): UserControl => {
  const { add, send } = sender(platform, run)
  const found = ({ projectId = firstId, user }: UserSelector) =>
    Effect.map(
      projectAndUser(platform, { projectId, user }),
      (found) => ({ ...found, path: `/users/${found.user.id}` })
    )
  return {
    add: ({ displayName, email, password, projectId = firstId, verified = true }) =>
      add(projectId, "/users", {
        primary_email: email,
        primary_email_verified: verified,
        primary_email_auth_enabled: true,
        display_name: displayName,
        password
      }),
    change: ({ displayName, email, password, restrictedByAdmin, restrictedByAdminReason, verified, ...wanted }) => {
      const body = {
        display_name: displayName,
        primary_email: email,
        primary_email_verified: verified,
        password,
        restricted_by_admin: restrictedByAdmin,
        restricted_by_admin_reason: restrictedByAdminReason
      }
      return send("PATCH", Effect.map(found(wanted), (user) => ({ ...user, body })))
    },
    remove: (wanted) => send("DELETE", found(wanted)),
    signOut: (wanted) => run(Effect.map(found(wanted), ({ project, user }) => sessions.endAll(project, user.id))),
    sendReset: ({ url, ...wanted }) =>
      send(
        "POST",
        Effect.gen(function*() {
          const { project, user } = yield* found(wanted)
          const email = contactChannels.primaryOf(project, user)?.value
          if (email === undefined) return yield* new ControlError({ message: "The user has no email address." })
          const callback = sessionControl.handlerOf(project, yield* sessionControl.siteOf(url), "password-reset")
          return { project, path: "/auth/password/send-reset-code", body: { email, callback_url: callback } }
        })
      )
  }
}

/** Creates the controls of an emulator's teams. `run` runs an effect that may change the state. */
export const teams = (platform: Platform, firstId: string, run: Run): TeamControl => {
  const { add, send } = sender(platform, run)
  const found = ({ projectId = firstId, team }: TeamSelector) =>
    Effect.flatMap(projectOf(platform, projectId), (project) =>
      project.teams.has(team)
        ? Effect.succeed({ project, path: `/teams/${team}` })
        : new ControlError({ message: `Project ${projectId} has no team ${team}.` }))
  const member = (method: string, body?: object) => (wanted: MemberSelector) =>
    send(
      method,
      Effect.gen(function*() {
        const { project } = yield* found(wanted)
        const { id } = yield* userOf(project, wanted.user)
        return { project, path: `/team-memberships/${wanted.team}/${id}`, ...(body && { body }) }
      })
    )
  return {
    add: ({ displayName, projectId = firstId }) => add(projectId, "/teams", { display_name: displayName }),
    change: ({ displayName, ...wanted }) =>
      send("PATCH", Effect.map(found(wanted), (team) => ({ ...team, body: { display_name: displayName } }))),
    remove: (wanted) => send("DELETE", found(wanted)),
    addMember: member("POST", {}),
    removeMember: member("DELETE")
  }
}
