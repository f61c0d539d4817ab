/** Control operations on users. They send the requests that a back end would send. */
import * as Effect from "effect/Effect"
import { contactChannels, sessions } from "../model/index.ts"
import type { Platform } from "../state/index.ts"
import { sendAsAdmin } from "./adminRequests.ts"
import type { Functions, Input, operations } from "./operations.ts"
import { ControlError, projectAndUser, projectOf } from "./selectors.ts"
import * as sessionControl from "./sessionControl.ts"

/** Selects a user. */
export interface UserSelector extends Input<typeof operations.users.remove> {}

/** A user to add. */
export interface NewUser extends Input<typeof operations.users.add> {}

/** Changes to a user. Omitted fields stay as they are. */
export interface UserChange extends Input<typeof operations.users.change> {}

/** Changes users like a back end. Every function may reject with `ControlError`. Faults don't apply. */
export interface UserControl extends Functions<typeof operations.users> {}

/** Creates the controls of an emulator. `run` runs an effect that may change the state. */
export const make = (
  platform: Platform,
  firstId: string,
  run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
): UserControl => {
  const found = ({ projectId = firstId, user }: UserSelector) => projectAndUser(platform, { projectId, user })
  return {
    add: ({ displayName, email, password, projectId = firstId, verified = true }) =>
      run(Effect.gen(function*() {
        const project = yield* projectOf(platform, projectId)
        const added = yield* sendAsAdmin(platform, project, "POST", "/users", {
          primary_email: email,
          primary_email_verified: verified,
          primary_email_auth_enabled: true,
          display_name: displayName,
          password
        })
        return { id: (added as { readonly id: string }).id }
      })),
    change: ({ displayName, email, password, restrictedByAdmin, restrictedByAdminReason, verified, ...wanted }) =>
      run(Effect.gen(function*() {
        const { project, user } = yield* found(wanted)
        // JSON omits undefined fields
        yield* sendAsAdmin(platform, project, "PATCH", `/users/${user.id}`, {
          display_name: displayName,
          primary_email: email,
          primary_email_verified: verified,
          password,
          restricted_by_admin: restrictedByAdmin,
          restricted_by_admin_reason: restrictedByAdminReason
        })
      })),
    remove: (wanted) =>
      run(Effect.gen(function*() {
        const { project, user } = yield* found(wanted)
        yield* sendAsAdmin(platform, project, "DELETE", `/users/${user.id}`)
      })),
    signOut: (wanted) => run(Effect.map(found(wanted), ({ project, user }) => sessions.endAll(project, user.id))),
    sendReset: ({ url, ...wanted }) =>
      run(Effect.gen(function*() {
        const { project, user } = yield* found(wanted)
        const address = contactChannels.primaryOf(project, user)?.value
        if (address === undefined) {
          return yield* new ControlError({ message: "The user has no email address." })
        }
        const site = yield* sessionControl.siteOf(url)
        yield* sendAsAdmin(platform, project, "POST", "/auth/password/send-reset-code", {
          email: address,
          callback_url: sessionControl.handlerOf(project, site, "password-reset")
        })
      }))
  }
}
