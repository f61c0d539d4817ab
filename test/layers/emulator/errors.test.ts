/**
 * Every known error that the platform of 2025-08 sends, driven through our own clients. Laws of the other files here
 * that are named with a code count too; this file has those of no other.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import * as Access from "../../../layers/access.ts"
import { Emulator, type Seed } from "../../../layers/emulator/index.ts"
import * as Project from "../../../layers/Project.ts"
import { Session } from "../../../layers/Session.ts"
import { TokenStore } from "../../../layers/TokenStore.ts"
import { Transport } from "../../../layers/Transport.ts"
import type { AccessLevel, AdminAccess, ClientAccess, ServerAccess } from "../../../schemas/access.ts"
import * as Anonymous from "../../../schemas/endpoints/anonymous.ts"
import * as ContactChannels from "../../../schemas/endpoints/contactChannels.ts"
import * as InternalApiKeys from "../../../schemas/endpoints/internalApiKeys.ts"
import * as Mfa from "../../../schemas/endpoints/mfa.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import * as ProjectPermissions from "../../../schemas/endpoints/projectPermissions.ts"
import * as Projects from "../../../schemas/endpoints/projects.ts"
import * as Sessions from "../../../schemas/endpoints/sessions.ts"
import * as TeamInvitations from "../../../schemas/endpoints/teamInvitations.ts"
import * as TeamMemberships from "../../../schemas/endpoints/teamMemberships.ts"
import * as TeamPermissionDefinitions from "../../../schemas/endpoints/teamPermissionDefinitions.ts"
import * as TeamPermissions from "../../../schemas/endpoints/teamPermissions.ts"
import * as Teams from "../../../schemas/endpoints/teams.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { CallError } from "../../../schemas/errors/CallError.ts"
import { KnownError } from "../../../schemas/KnownError.ts"
import { sendable, unreachable } from "./sendable.ts"
import { ann, asAdmin, asOwner, asServer, callbackUrl, emulated, lastMail, owner, signIn, signUp } from "./support.ts"

const nowhere = "33333333-3333-4333-8333-333333333333"

const levels = { client: Access.layerClient, server: Access.layerServer, admin: Access.layerAdmin } as const

type Provided = AdminAccess | ServerAccess | ClientAccess | Session | Project.Project

/** Makes the calls of an effect at a level with some options of the project changed. Nobody is signed in. */
const having =
  (level: AccessLevel, options: Partial<Project.ProjectOptions>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Provided> | Emulator | Transport> =>
    Effect.gen(function*() {
      const { baseUrl, project: { id: projectId, ...project } } = yield* Emulator
      const client = levels[level].pipe(
        Layer.provideMerge(Session.layer),
        Layer.provide(TokenStore.layerMemory),
        Layer.provideMerge(
          Layer.effect(Project.Project, Effect.orDie(Project.make({ projectId, ...project, baseUrl, ...options })))
        )
      )
      return yield* Effect.provide(effect, Layer.fresh(client as Layer.Layer<Provided>), { local: true })
    }) as Effect.Effect<A, E, Exclude<R, Provided> | Emulator | Transport>

/** The same with headers in the place of the client's own. Empty ones count as missing. */
const sending = (level: AccessLevel, extraRequestHeaders: { readonly [name: string]: string }) =>
  having(level, { extraRequestHeaders })

const ownerToken = asOwner(Effect.map(
  Password.signIn({ email: owner.email, password: Redacted.make(owner.password) }),
  ({ accessToken }) => Redacted.value(accessToken)
))

/** Somebody in a team of their own. */
const inTeam = Effect.gen(function*() {
  const { userId } = yield* signUp()
  const { id: teamId } = yield* asServer(Teams.createAsServer({ displayName: "Tinkers", creatorUserId: userId }))
  return { teamId, userId }
})

/** Somebody without a password. */
const byMail = Effect.gen(function*() {
  const { id: userId } = yield* asServer(Users.create({ primaryEmail: "bob@example.com", primaryEmailVerified: true }))
  const tokens = yield* asServer(Sessions.create({ userId }))
  yield* (yield* Session).keep(tokens)
})

const noPasswords: Seed = { config: { credentialEnabled: false } }
const short = Redacted.make("short")

type Services = Emulator | Session | Transport | Project.Project | ClientAccess

interface Law {
  readonly seed?: Seed
  readonly drive: Effect.Effect<unknown, unknown, Services>
}

const laws: { readonly [codeAndEndpoint: string]: Law } = {
  "BODY_PARSING_ERROR: password.signIn in a content type that is not taken": {
    drive: Password.signIn(ann).pipe(sending("client", { "content-type": "application/xml" }))
  },
  "SCHEMA_ERROR: password.set with nobody signed in": { drive: Password.set({ password: ann.password }) },
  "PROJECT_KEY_WITHOUT_ACCESS_TYPE: projects.getCurrent with a key and no level": {
    drive: Projects.getCurrent().pipe(sending("client", { "x-stack-access-type": "" }))
  },
  "INVALID_ACCESS_TYPE: projects.getCurrent at a level that does not exist": {
    drive: Projects.getCurrent().pipe(sending("client", { "x-stack-access-type": "superuser" }))
  },
  "ACCESS_TYPE_WITHOUT_PROJECT_ID: projects.getCurrent of no project": {
    drive: Projects.getCurrent().pipe(sending("client", { "x-stack-project-id": "" }))
  },
  "ACCESS_TYPE_REQUIRED: projects.getCurrent with neither level nor key": {
    drive: Projects.getCurrent().pipe(
      sending("client", { "x-stack-access-type": "", "x-stack-publishable-client-key": "" })
    )
  },
  "INSUFFICIENT_ACCESS_TYPE: users.list at client level": {
    drive: Users.list({}).pipe(sending("server", { "x-stack-access-type": "client" }))
  },
  "INVALID_PUBLISHABLE_CLIENT_KEY: projects.getCurrent with another key": {
    drive: Projects.getCurrent().pipe(having("client", { publishableClientKey: "pck_other" }))
  },
  "INVALID_SECRET_SERVER_KEY: users.list with another key": {
    drive: Users.list({}).pipe(having("server", { secretServerKey: "ssk_other" }))
  },
  "INVALID_SUPER_SECRET_ADMIN_KEY: internalApiKeys.list with another key": {
    drive: InternalApiKeys.list().pipe(having("admin", { superSecretAdminKey: "sak_other" }))
  },
  "CLIENT_AUTHENTICATION_REQUIRED: projects.getCurrent without the key": {
    drive: Projects.getCurrent().pipe(sending("client", { "x-stack-publishable-client-key": "" }))
  },
  "SERVER_AUTHENTICATION_REQUIRED: users.list without the key": {
    drive: Users.list({}).pipe(sending("server", { "x-stack-secret-server-key": "" }))
  },
  "ADMIN_AUTHENTICATION_REQUIRED: internalApiKeys.list without the key": {
    drive: InternalApiKeys.list().pipe(sending("admin", { "x-stack-super-secret-admin-key": "" }))
  },
  "UNPARSABLE_ADMIN_ACCESS_TOKEN: internalApiKeys.list with nonsense": {
    drive: InternalApiKeys.list().pipe(sending("admin", { "x-stack-admin-access-token": "nonsense" }))
  },
  "ADMIN_ACCESS_TOKEN_EXPIRED: internalApiKeys.list with the owner's token of 10 minutes ago": {
    seed: { owners: [owner] },
    drive: Effect.gen(function*() {
      const token = yield* ownerToken
      yield* Emulator.useSync(({ clock }) => clock.advance("10 minutes"))
      yield* InternalApiKeys.list().pipe(sending("admin", { "x-stack-admin-access-token": token }))
    })
  },
  "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: internalApiKeys.list with the token of the project's own user": {
    drive: Effect.gen(function*() {
      const { accessToken } = yield* signUp()
      const header = { "x-stack-admin-access-token": Redacted.value(accessToken) }
      yield* InternalApiKeys.list().pipe(sending("admin", header))
    })
  },
  "UNPARSABLE_ACCESS_TOKEN: projects.getCurrent with nonsense": {
    drive: Projects.getCurrent().pipe(sending("client", { "x-stack-access-token": "nonsense" }))
  },
  "INVALID_PROJECT_FOR_ACCESS_TOKEN: projects.getCurrent with a token of project internal": {
    seed: { owners: [owner] },
    drive: Effect.flatMap(
      ownerToken,
      (token) => Projects.getCurrent().pipe(sending("client", { "x-stack-access-token": token }))
    )
  },
  "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED: projects.getCurrent of an anonymous user where that is not said": {
    drive: Effect.flatMap(Anonymous.signUp(), ({ accessToken }) =>
      Projects.getCurrent().pipe(sending("client", {
        "x-stack-access-token": Redacted.value(accessToken),
        "x-stack-allow-anonymous-user": ""
      })))
  },
  "CURRENT_PROJECT_NOT_FOUND: projects.getCurrent of an unknown project": {
    drive: Projects.getCurrent().pipe(having("client", { projectId: nowhere }))
  },
  "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: sessions.refresh with an unknown token": {
    drive: Sessions.refresh().pipe(sending("client", { "x-stack-refresh-token": "unknown" }))
  },
  "CANNOT_DELETE_CURRENT_SESSION: sessions.delete of the session that asks": {
    drive: Effect.gen(function*() {
      yield* signUp()
      const { items: [session] } = yield* Sessions.list({ userId: "me" })
      yield* Sessions.delete({ id: session!.id, userId: "me" })
    })
  },
  "USER_EMAIL_ALREADY_EXISTS: password.signUp with an address that is taken": {
    drive: Effect.andThen(signUp(), signUp())
  },
  "PASSWORD_AUTHENTICATION_NOT_ENABLED: password.signIn where passwords are off": {
    seed: noPasswords,
    drive: Password.signIn(ann)
  },
  "EMAIL_PASSWORD_MISMATCH: password.signIn of nobody": { drive: Password.signIn(ann) },
  "PASSWORD_TOO_SHORT: password.signUp with seven characters or fewer": {
    drive: signUp({ ...ann, password: short })
  },
  "USER_DOES_NOT_HAVE_PASSWORD: password.update of a user who has none": {
    drive: Effect.andThen(byMail, Password.update({ oldPassword: ann.password, newPassword: ann.password }))
  },
  "PASSWORD_CONFIRMATION_MISMATCH: password.update with a wrong old one": {
    drive: Effect.andThen(signUp(), Password.update({ oldPassword: short, newPassword: ann.password }))
  },
  "EMAIL_ALREADY_VERIFIED: contactChannels.sendVerificationCode": {
    seed: { users: [{ email: ann.email, password: Redacted.value(ann.password) }] },
    drive: Effect.gen(function*() {
      yield* signIn()
      const { items: [channel] } = yield* ContactChannels.list({ userId: "me" })
      yield* ContactChannels.sendVerificationCode({ userId: "me", contactChannelId: channel!.id, callbackUrl })
    })
  },
  "EMAIL_IS_NOT_PRIMARY_EMAIL: contactChannels.sendPrimaryVerificationCode to another address": {
    drive: Effect.andThen(
      signUp(),
      ContactChannels.sendPrimaryVerificationCode({ email: "bob@example.com", callbackUrl })
    )
  },
  "INVALID_TOTP_CODE: mfa.signIn with digits of no time": {
    drive: Effect.gen(function*() {
      yield* signUp()
      yield* Users.updateMe({ totpSecretBase64: Redacted.make(btoa("twenty bytes secret!")) })
      const asked = yield* Effect.flip(Password.signIn(ann))
      if (asked._tag !== "MultiFactorAuthenticationRequired") return yield* Effect.fail(asked)
      return yield* Mfa.signIn({ totp: Redacted.make("none"), code: asked.details.attemptCode! })
    })
  },
  "TEAM_NOT_FOUND: teams.getAny of an unknown team": {
    drive: asServer(Teams.getAny({ teamId: nowhere }))
  },
  "TEAM_MEMBERSHIP_ALREADY_EXISTS: teamMemberships.create of a member": {
    drive: Effect.flatMap(inTeam, (membership) => asServer(TeamMemberships.create(membership)))
  },
  "TEAM_PERMISSION_NOT_FOUND: teamPermissions.revoke of one that was not granted": {
    drive: Effect.flatMap(
      inTeam,
      (membership) => asServer(TeamPermissions.revoke({ ...membership, permissionId: "$update_team" }))
    )
  },
  "PERMISSION_NOT_FOUND: teamPermissions.grant of an unknown one": {
    drive: Effect.flatMap(
      inTeam,
      (membership) => asServer(TeamPermissions.grant({ ...membership, permissionId: "unknown" }))
    )
  },
  "WRONG_PERMISSION_SCOPE: projectPermissions.grant of one for teams": {
    drive: Effect.flatMap(
      inTeam,
      ({ userId }) => asServer(ProjectPermissions.grant({ userId, permissionId: "team_admin" }))
    )
  },
  "CONTAINED_PERMISSION_NOT_FOUND: teamPermissionDefinitions.create with an unknown one inside": {
    drive: asAdmin(TeamPermissionDefinitions.create({ id: "editor", containedPermissionIds: ["unknown"] }))
  },
  "PERMISSION_ID_ALREADY_EXISTS: teamPermissionDefinitions.create of one that is there": {
    drive: asAdmin(TeamPermissionDefinitions.create({ id: "team_admin" }))
  },
  "ITEM_QUANTITY_INSUFFICIENT_AMOUNT: teamInvitations.accept to a full team of owners": {
    seed: { owners: [owner], ownerSeats: 1 },
    drive: asOwner(Effect.gen(function*() {
      const { items: [team] } = yield* Teams.list({ userId: "me" })
      yield* TeamInvitations.sendCode({ email: "bob@example.com", teamId: team!.id, callbackUrl })
      const { code } = yield* lastMail("bob@example.com")
      yield* TeamInvitations.accept({ code })
    }))
  }
}

describe("a known error of the platform reaches its caller", () => {
  for (const [title, { drive, seed }] of Object.entries(laws)) {
    const [, code, endpoint] = /^([A-Z_]+): (\S+)/.exec(title)!
    it.effect(title, () =>
      Effect.gen(function*() {
        const failure = yield* Effect.flip(drive)
        const { requests } = yield* Emulator
        const last = requests.list().at(-1)!

        const error = failure instanceof CallError ? failure.reason : failure
        assert.isTrue(error instanceof KnownError, String(failure))
        assert.strictEqual((error as KnownError).code, code)
        assert.strictEqual(failure instanceof CallError ? failure.endpoint : last.endpoint, endpoint)
        assert.strictEqual(last.errorCode, code)
      }).pipe(Effect.provide(emulated(seed))))
  }
})

describe("the known errors that the platform sends", () => {
  it("all have a law that is named with the code, but those that nothing in the contract can raise", () => {
    const folder = new URL("./", import.meta.url)
    const files = readdirSync(folder).filter((name) => name.endsWith(".test.ts"))
    const named = new Set(
      files.flatMap((name) =>
        [...readFileSync(new URL(name, folder), "utf8").matchAll(/\b[A-Z]+(?:_[A-Z]+)+(?=(?:, (?:then )?[A-Z_]+)*: )/g)]
          .map(([code]) => code)
      )
    )

    assert.deepStrictEqual(sendable.filter((code) => !named.has(code)), Object.keys(unreachable).sort())
  })

  const catalogue = new URL("../../../../shared/wire/errors.json", import.meta.url)

  it.runIf(existsSync(catalogue))("are those of the platform's own list", () => {
    const rows: ReadonlyArray<any> = JSON.parse(readFileSync(catalogue, "utf8"))
    const sent = rows.filter(({ abstract, sentByBackend }) => sentByBackend["2025-08"] && !abstract)

    assert.deepStrictEqual([...sendable], sent.map(({ code }) => code).sort())
  })
})
