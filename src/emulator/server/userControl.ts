/** Users in the hands of tests, the control API and the console. */
import * as Effect from "effect/Effect"
import { contactChannels, sessions } from "../model/index.ts"
import { startedSessions } from "../seed/index.ts"
import type { Platform } from "../state/index.ts"
import { ask, ChangeRefused, projectOf, userOf } from "./asAdmin.ts"

/** Which user. */
export interface UserWanted {
  /** The user's id or primary e-mail address. */
  readonly user: string
  /** @default the first project */
  readonly projectId?: string
}

/** A user to be added. */
export interface NewUser {
  readonly email: string
  /** Without one the user signs in by mail. */
  readonly password?: string
  readonly displayName?: string
  /** @default true */
  readonly verified?: boolean
  /** @default the first project */
  readonly projectId?: string
}

/** What is to be different. What is left out stays as it is. */
export interface UserChange extends UserWanted {
  /** `null` takes the primary address away. */
  readonly email?: string | null
  readonly displayName?: string | null
  /** A new one ends every session of the user. */
  readonly password?: string
  readonly verified?: boolean
  /** An administrator does not let the user use the app. */
  readonly restrictedByAdmin?: boolean
  /** Shown to the user. Only with `restrictedByAdmin`. */
  readonly restrictedByAdminReason?: string | null
}

/** Users in the hands of a test, as a back end has them. Everything rejects with `ChangeRefused`. No fault meets it. */
export interface UserControl {
  readonly add: (user: NewUser) => Promise<{ readonly id: string }>
  readonly change: (change: UserChange) => Promise<void>
  readonly remove: (wanted: UserWanted) => Promise<void>
  /** Ends every session of the user. */
  readonly signOut: (wanted: UserWanted) => Promise<void>
  /** Sends the mail of a forgotten password, with a link to the page for new passwords of the site at `url`. */
  readonly sendReset: (wanted: UserWanted & { readonly url: string }) => Promise<void>
}

/** The control of a platform's users. `run` runs what may change the state. */
export const make = (
  platform: Platform,
  firstId: string,
  run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
): UserControl => {
  const found = ({ projectId = firstId, user }: UserWanted) =>
    Effect.gen(function*() {
      const project = yield* projectOf(platform, projectId)
      return { project, user: yield* userOf(project, user) }
    })
  return {
    add: ({ displayName, email, password, projectId = firstId, verified = true }) =>
      run(Effect.gen(function*() {
        const project = yield* projectOf(platform, projectId)
        const added = yield* ask(platform, project, "POST", "/users", {
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
        // JSON leaves out what is undefined
        yield* ask(platform, project, "PATCH", `/users/${user.id}`, {
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
        yield* ask(platform, project, "DELETE", `/users/${user.id}`)
      })),
    signOut: (wanted) => run(Effect.map(found(wanted), ({ project, user }) => sessions.endAll(project, user.id))),
    sendReset: ({ url, ...wanted }) =>
      run(Effect.gen(function*() {
        const { project, user } = yield* found(wanted)
        const address = contactChannels.primaryOf(project, user)?.value
        if (address === undefined) {
          return yield* new ChangeRefused({ message: "The user has no address that a mail could go to." })
        }
        const site = yield* Effect.mapError(
          startedSessions.siteOf(url),
          ({ message }) => new ChangeRefused({ message })
        )
        yield* ask(platform, project, "POST", "/auth/password/send-reset-code", {
          email: address,
          callback_url: startedSessions.handlerOf(project, site, "password-reset")
        })
      }))
  }
}
