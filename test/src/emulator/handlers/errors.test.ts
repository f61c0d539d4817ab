/** Every known error that the platform sends in 2025-08. Latchkey's own clients cause the errors. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { existsSync, readFileSync } from "node:fs"
import * as Access from "../../../../layers/access/access.ts"
import * as Project from "../../../../layers/call/Project.ts"
import { Transport } from "../../../../layers/call/Transport.ts"
import { layer as layerSession, Session } from "../../../../layers/session/Session.ts"
import { layerMemory } from "../../../../layers/session/TokenStore.ts"
import type { AccessLevel, AdminAccess, ClientAccess, ServerAccess } from "../../../../schemas/access.ts"
import * as Anonymous from "../../../../schemas/endpoints/anonymous.ts"
import * as Cli from "../../../../schemas/endpoints/cli.ts"
import * as ConnectedAccounts from "../../../../schemas/endpoints/connectedAccounts.ts"
import * as ContactChannels from "../../../../schemas/endpoints/contactChannels.ts"
import * as CredentialScanning from "../../../../schemas/endpoints/credentialScanning.ts"
import * as Emails from "../../../../schemas/endpoints/emails.ts"
import * as EmailTemplates from "../../../../schemas/endpoints/emailTemplates.ts"
import * as InternalApiKeys from "../../../../schemas/endpoints/internalApiKeys.ts"
import * as InternalProjects from "../../../../schemas/endpoints/internalProjects.ts"
import * as Mfa from "../../../../schemas/endpoints/mfa.ts"
import * as OAuth from "../../../../schemas/endpoints/oauth.ts"
import * as OAuthProviders from "../../../../schemas/endpoints/oauthProviders.ts"
import * as Passkey from "../../../../schemas/endpoints/passkey.ts"
import * as Password from "../../../../schemas/endpoints/password.ts"
import * as ProjectPermissions from "../../../../schemas/endpoints/projectPermissions.ts"
import * as Projects from "../../../../schemas/endpoints/projects.ts"
import * as Sessions from "../../../../schemas/endpoints/sessions.ts"
import * as TeamApiKeys from "../../../../schemas/endpoints/teamApiKeys.ts"
import * as TeamInvitations from "../../../../schemas/endpoints/teamInvitations.ts"
import * as TeamMemberships from "../../../../schemas/endpoints/teamMemberships.ts"
import * as TeamPermissionDefinitions from "../../../../schemas/endpoints/teamPermissionDefinitions.ts"
import * as TeamPermissions from "../../../../schemas/endpoints/teamPermissions.ts"
import * as Teams from "../../../../schemas/endpoints/teams.ts"
import * as UserApiKeys from "../../../../schemas/endpoints/userApiKeys.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import { CallError } from "../../../../schemas/errors/CallError.ts"
import { KnownError } from "../../../../schemas/KnownError.ts"
import { Emulator, type Seed } from "../../../../src/emulator/index.ts"
import { withMailServer } from "../../../support/platform/mailServers.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { authenticator } from "../support/authenticator.ts"
import { authorizeUrl, browser, redirectUri } from "../support/browser.ts"
import { sendable, unreachable } from "../support/sendable.ts"
import { ann, asAdmin, asOwner, asServer, callbackUrl, lastMail, owner, signIn, signUp } from "../support/support.ts"

const nowhere = "33333333-3333-4333-8333-333333333333"

const levels = { client: Access.layerClient(), server: Access.layerServer(), admin: Access.layerAdmin() } as const

type Provided = AdminAccess | ServerAccess | ClientAccess | Session | Project.Project

/** Runs an effect signed out, at a level, with changed options of the project. */
const having =
  (level: AccessLevel, options: Partial<Project.ProjectOptions>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Provided> | Emulator | Transport> =>
    Effect.gen(function*() {
      const { project } = yield* Emulator
      const client = levels[level].pipe(
        Layer.provideMerge(layerSession()),
        Layer.provide(layerMemory()),
        Layer.provideMerge(
          Layer.effect(Project.Project, Effect.orDie(Project.make({ ...project, ...options })))
        )
      )
      return yield* Effect.provide(effect, Layer.fresh(client as Layer.Layer<Provided>), { local: true })
    }) as Effect.Effect<A, E, Exclude<R, Provided> | Emulator | Transport>

/** Runs an effect with replaced request headers. An empty header counts as missing. */
const sending = (level: AccessLevel, extraRequestHeaders: { readonly [name: string]: string }) =>
  having(level, { extraRequestHeaders })

const ownerToken = asOwner(Effect.map(
  Password.signIn({ email: owner.email, password: Redacted.make(owner.password) }),
  ({ accessToken }) => Redacted.value(accessToken)
))

/** A team member. */
const inTeam = Effect.gen(function*() {
  const { userId } = yield* signUp()
  const { id: teamId } = yield* asServer(Teams.createAsServer({ displayName: "Tinkers", creatorUserId: userId }))
  return { teamId, userId }
})

/** A user without a password. */
const byMail = Effect.gen(function*() {
  const { id: userId } = yield* asServer(Users.create({ primaryEmail: "bob@example.com", primaryEmailVerified: true }))
  const tokens = yield* asServer(Sessions.create({ userId }))
  yield* (yield* Session).keep(tokens)
})

/** Invites a user to the team of the owners, and accepts the invitation. */
const toOwners = asOwner(Effect.gen(function*() {
  const { items: [team] } = yield* Teams.list({ userId: "me" })
  yield* TeamInvitations.sendCode({ email: "bob@example.com", teamId: team!.id, callbackUrl })
  const { code } = yield* lastMail("bob@example.com")
  yield* TeamInvitations.accept({ code })
}))

const keys: Seed = { config: { allowUserApiKeys: true, allowTeamApiKeys: true } }

const newKey = ({ expiresAt = null }: { readonly expiresAt?: Date | null }) =>
  Effect.andThen(signUp(), UserApiKeys.create({ userId: "me", description: "Laptop", expiresAt }))

const exchange = (client: { readonly clientId: string; readonly clientSecret: Redacted.Redacted }) =>
  OAuth.exchangeCode({
    ...client,
    code: Redacted.make("unknown"),
    redirectUri: callbackUrl,
    codeVerifier: Redacted.make("v".repeat(43))
  })

/** Checks a reset code after `happens` has changed the state. */
const resetCode = (happens: (code: string, emulator: Emulator["Service"]) => void) =>
  Effect.gen(function*() {
    const emulator = yield* Emulator
    yield* signUp()
    yield* Password.sendResetCode({ email: ann.email, callbackUrl })
    const { code } = yield* lastMail(ann.email)
    happens(Redacted.value(code), emulator)
    yield* Password.checkResetCode({ code })
  })

const github = (type: "shared" | "standard"): Seed => ({
  config: { oauthProviders: [{ id: "github", type, ...(type === "standard" ? { clientId: "acme" } : {}) }] }
})

const atGithub = { email: "bob@example.com", verified: "on" }

/** Actions of the person at the provider, and changes of the state before the browser returns. */
interface Visit {
  readonly parameters?: { readonly [name: string]: string }
  readonly form?: { readonly [name: string]: string }
  readonly happens?: (emulator: Emulator["Service"]) => void
}

/** Calls the provider's callback with Latchkey's client instead of a browser. */
const backFromProvider = ({ form = atGithub, happens = () => {}, parameters }: Visit) =>
  Effect.gen(function*() {
    const { cookies, open, submit } = yield* browser
    const { location: page } = yield* open(yield* authorizeUrl(parameters))
    const { searchParams } = new URL((yield* submit(page, form)).location)
    happens(yield* Emulator)
    const { code, error, state } = Object.fromEntries(searchParams)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = OAuth.callback({
      providerId: "github",
      state: state!,
      ...(code === undefined ? {} : { code: Redacted.make(code) }),
      ...(error === undefined ? {} : { error })
    })
    return yield* answer.pipe(sending("client", { cookie }))
  })

/** A user with a GitHub account. */
const byGithub = Effect.gen(function*() {
  const { oauth } = yield* Emulator
  const url = yield* authorizeUrl()
  yield* Effect.promise(() => oauth.signIn({ authorizeUrl: url, account: { email: atGithub.email } }))
  const tokens = yield* asServer(Effect.gen(function*() {
    const { items: [user] } = yield* Users.list({})
    return yield* Sessions.create({ userId: user!.id })
  }))
  yield* (yield* Session).keep(tokens)
})

const account = (userId: string) =>
  asServer(OAuthProviders.create({
    userId,
    providerConfigId: "github",
    accountId: "octocat",
    email: ann.email,
    allowSignIn: true,
    allowConnectedAccounts: true
  }))

const challengeIn = (options: unknown) => (options as { readonly challenge: string }).challenge

const noPasswords: Seed = { config: { credentialEnabled: false } }
const short = Redacted.make("short")

type Services = Emulator | Session | Transport | Project.Project | ClientAccess

interface Law {
  readonly seed?: Seed
  readonly drive: Effect.Effect<unknown, unknown, Services>
}

const laws: { readonly [codeAndEndpoint: string]: Law } = {
  "BODY_PARSING_ERROR: password.signIn fails with an unsupported content type": {
    drive: Password.signIn(ann).pipe(sending("client", { "content-type": "application/xml" }))
  },
  "SCHEMA_ERROR: password.set fails when signed out": { drive: Password.set({ password: ann.password }) },
  "PROJECT_KEY_WITHOUT_ACCESS_TYPE: projects.getCurrent fails with a key but without a level": {
    drive: Projects.getCurrent().pipe(sending("client", { "x-stack-access-type": "" }))
  },
  "INVALID_ACCESS_TYPE: projects.getCurrent fails with an unknown level": {
    drive: Projects.getCurrent().pipe(sending("client", { "x-stack-access-type": "superuser" }))
  },
  "ACCESS_TYPE_WITHOUT_PROJECT_ID: projects.getCurrent fails without a project": {
    drive: Projects.getCurrent().pipe(sending("client", { "x-stack-project-id": "" }))
  },
  "ACCESS_TYPE_REQUIRED: projects.getCurrent fails with neither level nor key": {
    drive: Projects.getCurrent().pipe(
      sending("client", { "x-stack-access-type": "", "x-stack-publishable-client-key": "" })
    )
  },
  "INSUFFICIENT_ACCESS_TYPE: users.list fails at client level": {
    drive: Users.list({}).pipe(sending("server", { "x-stack-access-type": "client" }))
  },
  "INVALID_PUBLISHABLE_CLIENT_KEY: projects.getCurrent fails with another key": {
    drive: Projects.getCurrent().pipe(having("client", { publishableClientKey: "pck_other" }))
  },
  "INVALID_SECRET_SERVER_KEY: users.list fails with another key": {
    drive: Users.list({}).pipe(having("server", { secretServerKey: "ssk_other" }))
  },
  "INVALID_SUPER_SECRET_ADMIN_KEY: internalApiKeys.list fails with another key": {
    drive: InternalApiKeys.list().pipe(having("admin", { superSecretAdminKey: "sak_other" }))
  },
  "CLIENT_AUTHENTICATION_REQUIRED: projects.getCurrent fails without the key": {
    drive: Projects.getCurrent().pipe(sending("client", { "x-stack-publishable-client-key": "" }))
  },
  "SERVER_AUTHENTICATION_REQUIRED: users.list fails without the key": {
    drive: Users.list({}).pipe(sending("server", { "x-stack-secret-server-key": "" }))
  },
  "ADMIN_AUTHENTICATION_REQUIRED: internalApiKeys.list fails without the key": {
    drive: InternalApiKeys.list().pipe(sending("admin", { "x-stack-super-secret-admin-key": "" }))
  },
  "UNPARSABLE_ADMIN_ACCESS_TOKEN: internalApiKeys.list fails with a malformed token": {
    drive: InternalApiKeys.list().pipe(sending("admin", { "x-stack-admin-access-token": "nonsense" }))
  },
  "ADMIN_ACCESS_TOKEN_EXPIRED: internalApiKeys.list fails with an expired token of the owner": {
    seed: { owners: [owner] },
    drive: Effect.gen(function*() {
      const token = yield* ownerToken
      yield* Emulator.useSync(({ clock }) => clock.advance("10 minutes"))
      yield* InternalApiKeys.list().pipe(sending("admin", { "x-stack-admin-access-token": token }))
    })
  },
  "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: internalApiKeys.list fails with the token of a user who isn't an owner": {
    drive: Effect.gen(function*() {
      const { accessToken } = yield* signUp()
      const header = { "x-stack-admin-access-token": Redacted.value(accessToken) }
      yield* InternalApiKeys.list().pipe(sending("admin", header))
    })
  },
  "UNPARSABLE_ACCESS_TOKEN: projects.getCurrent fails with a malformed token": {
    drive: Projects.getCurrent().pipe(sending("client", { "x-stack-access-token": "nonsense" }))
  },
  "INVALID_PROJECT_FOR_ACCESS_TOKEN: projects.getCurrent fails with a token of project internal": {
    seed: { owners: [owner] },
    drive: Effect.flatMap(
      ownerToken,
      (token) => Projects.getCurrent().pipe(sending("client", { "x-stack-access-token": token }))
    )
  },
  "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED: projects.getCurrent of an anonymous user fails without the header that allows anonymous users":
    {
      drive: Effect.flatMap(Anonymous.signUp(), ({ accessToken }) =>
        Projects.getCurrent().pipe(sending("client", {
          "x-stack-access-token": Redacted.value(accessToken),
          "x-stack-allow-anonymous-user": ""
        })))
    },
  "CURRENT_PROJECT_NOT_FOUND: projects.getCurrent fails for an unknown project": {
    drive: Projects.getCurrent().pipe(having("client", { projectId: nowhere }))
  },
  "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: sessions.refresh fails with an unknown token": {
    drive: Sessions.refresh().pipe(sending("client", { "x-stack-refresh-token": "unknown" }))
  },
  "CANNOT_DELETE_CURRENT_SESSION: sessions.delete fails for the current session": {
    drive: Effect.gen(function*() {
      yield* signUp()
      const { items: [session] } = yield* Sessions.list({ userId: "me" })
      yield* Sessions.delete({ id: session!.id, userId: "me" })
    })
  },
  "USER_EMAIL_ALREADY_EXISTS: password.signUp fails with an address that is in use": {
    drive: Effect.andThen(signUp(), signUp())
  },
  "PASSWORD_AUTHENTICATION_NOT_ENABLED: password.signIn fails if passwords are disabled": {
    seed: noPasswords,
    drive: Password.signIn(ann)
  },
  "EMAIL_PASSWORD_MISMATCH: password.signIn fails for an unknown user": { drive: Password.signIn(ann) },
  "PASSWORD_TOO_SHORT: password.signUp fails with seven characters or fewer": {
    drive: signUp({ ...ann, password: short })
  },
  "USER_DOES_NOT_HAVE_PASSWORD: password.update fails for a user without a password": {
    drive: Effect.andThen(byMail, Password.update({ oldPassword: ann.password, newPassword: ann.password }))
  },
  "PASSWORD_CONFIRMATION_MISMATCH: password.update fails with a wrong old password": {
    drive: Effect.andThen(signUp(), Password.update({ oldPassword: short, newPassword: ann.password }))
  },
  "EMAIL_ALREADY_VERIFIED: contactChannels.sendVerificationCode fails for a verified address": {
    seed: { users: [{ email: ann.email, password: Redacted.value(ann.password) }] },
    drive: Effect.gen(function*() {
      yield* signIn()
      const { items: [channel] } = yield* ContactChannels.list({ userId: "me" })
      yield* ContactChannels.sendVerificationCode({ userId: "me", contactChannelId: channel!.id, callbackUrl })
    })
  },
  "EMAIL_IS_NOT_PRIMARY_EMAIL: contactChannels.sendPrimaryVerificationCode fails for another address": {
    drive: Effect.andThen(
      signUp(),
      ContactChannels.sendPrimaryVerificationCode({ email: "bob@example.com", callbackUrl })
    )
  },
  "INVALID_TOTP_CODE: mfa.signIn fails with a wrong code": {
    drive: Effect.gen(function*() {
      yield* signUp()
      yield* Users.updateMe({ totpSecretBase64: Redacted.make(btoa("twenty bytes secret!")) })
      const requested = yield* Effect.flip(Password.signIn(ann))
      if (requested._tag !== "MultiFactorAuthenticationRequired") return yield* Effect.fail(requested)
      return yield* Mfa.signIn({ totp: Redacted.make("none"), code: requested.details.attemptCode! })
    })
  },
  "TEAM_NOT_FOUND: teams.getAny fails for an unknown team": {
    drive: asServer(Teams.getAny({ teamId: nowhere }))
  },
  "TEAM_MEMBERSHIP_ALREADY_EXISTS: teamMemberships.create fails for a user who is already a member": {
    drive: Effect.flatMap(inTeam, (membership) => asServer(TeamMemberships.create(membership)))
  },
  "TEAM_PERMISSION_NOT_FOUND: teamPermissions.revoke fails for a permission that was not granted": {
    drive: Effect.flatMap(
      inTeam,
      (membership) => asServer(TeamPermissions.revoke({ ...membership, permissionId: "$update_team" }))
    )
  },
  "PERMISSION_NOT_FOUND: teamPermissions.grant fails for an unknown permission": {
    drive: Effect.flatMap(
      inTeam,
      (membership) => asServer(TeamPermissions.grant({ ...membership, permissionId: "unknown" }))
    )
  },
  "WRONG_PERMISSION_SCOPE: projectPermissions.grant fails for a team permission": {
    drive: Effect.flatMap(
      inTeam,
      ({ userId }) => asServer(ProjectPermissions.grant({ userId, permissionId: "team_admin" }))
    )
  },
  "CONTAINED_PERMISSION_NOT_FOUND: teamPermissionDefinitions.create fails with an unknown contained permission": {
    drive: asAdmin(TeamPermissionDefinitions.create({ id: "editor", containedPermissionIds: ["unknown"] }))
  },
  "PERMISSION_ID_ALREADY_EXISTS: teamPermissionDefinitions.create fails with an existing id": {
    drive: asAdmin(TeamPermissionDefinitions.create({ id: "team_admin" }))
  },
  "ITEM_QUANTITY_INSUFFICIENT_AMOUNT: teamInvitations.accept fails for a full team of owners": {
    seed: { owners: [owner], ownerSeats: 1 },
    drive: toOwners
  },
  "ITEM_NOT_FOUND: teamInvitations.accept fails for a team of owners without seats": {
    seed: { owners: [owner], ownerSeats: null },
    drive: toOwners
  },
  "ACCESS_TOKEN_EXPIRED: projects.getCurrent fails with an expired token": {
    drive: Effect.gen(function*() {
      const { accessToken } = yield* signUp()
      yield* Emulator.useSync(({ clock }) => clock.advance("10 minutes"))
      yield* Projects.getCurrent().pipe(sending("client", { "x-stack-access-token": Redacted.value(accessToken) }))
    })
  },
  "API_KEY_NOT_FOUND: userApiKeys.check fails for an unknown key": {
    seed: keys,
    drive: asServer(UserApiKeys.check({ apiKey: Redacted.make("sk_unknown") }))
  },
  "API_KEY_EXPIRED: userApiKeys.check fails for an expired key": {
    seed: keys,
    drive: Effect.gen(function*() {
      const { value: apiKey } = yield* newKey({ expiresAt: new Date(0) })
      yield* Emulator.useSync(({ clock }) => clock.advance("1 second"))
      yield* asServer(UserApiKeys.check({ apiKey }))
    })
  },
  "API_KEY_REVOKED: userApiKeys.check fails for a revoked key": {
    seed: keys,
    drive: Effect.gen(function*() {
      const { id: apiKeyId, value: apiKey } = yield* newKey({})
      yield* UserApiKeys.update({ apiKeyId, revoked: true })
      yield* asServer(UserApiKeys.check({ apiKey }))
    })
  },
  "WRONG_API_KEY_TYPE: teamApiKeys.check fails for a user's key": {
    seed: keys,
    drive: Effect.flatMap(newKey({}), ({ value: apiKey }) => asServer(TeamApiKeys.check({ apiKey })))
  },
  "CANNOT_GET_OWN_USER_WITHOUT_USER: users.getMe fails when signed out": { drive: Users.getMe() },
  "USER_NOT_FOUND: users.get fails for an unknown user": { drive: asServer(Users.get({ userId: nowhere })) },
  "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: contactChannels.create fails with an address that is in use":
    {
      seed: { users: [{ email: "bob@example.com", password: "battery staple" }] },
      drive: Effect.andThen(
        signUp(),
        ContactChannels.create({ userId: "me", type: "email", value: "bob@example.com", usedForAuth: true })
      )
    },
  "EMAIL_RENDERING_ERROR: emails.render fails for a template that doesn't compile": {
    drive: asAdmin(Emails.render({ themeId: false, templateTsxSource: "<" }))
  },
  "REQUIRES_CUSTOM_EMAIL_SERVER: emailTemplates.delete fails with the platform's mail server": {
    seed: { revision: "2026-04" },
    drive: asAdmin(EmailTemplates.delete({ templateId: nowhere }))
  },
  "USER_ID_DOES_NOT_EXIST: emails.send fails for an unknown user": {
    seed: withMailServer,
    drive: asAdmin(Emails.send({ userIds: [nowhere], subject: "Hello", html: "<p>Hello</p>" }))
  },
  "EXPECTED_INTERNAL_PROJECT: internalProjects.list fails for a user of another project": {
    drive: Effect.andThen(signUp(), InternalProjects.list())
  },
  "INVALID_OAUTH_CLIENT_ID_OR_SECRET: oauth.exchangeCode fails with another key": {
    drive: Effect.flatMap(
      Emulator,
      ({ project }) => exchange({ clientId: project.projectId, clientSecret: Redacted.make("pck_other") })
    )
  },
  "INVALID_SCOPE: oauth.refresh fails with a scope added by a proxy": {
    drive: Effect.gen(function*() {
      const { project: { projectId: id, publishableClientKey } } = yield* Emulator
      const { refreshToken } = yield* signUp()
      const { send } = yield* Transport
      yield* OAuth.refresh({ clientId: id, clientSecret: publishableClientKey, refreshToken }).pipe(
        having("client", {}),
        Effect.provideService(Transport, { send: (it) => send({ ...it, body: `${it.body}&scope=everything` }) })
      )
    })
  },
  "INVALID_AUTHORIZATION_CODE: oauth.exchangeCode fails for an unknown code": {
    drive: Effect.flatMap(
      Emulator,
      ({ project }) => exchange({ clientId: project.projectId, clientSecret: project.publishableClientKey })
    )
  },
  "INVALID_POLLING_CODE: cli.poll fails for an unknown code": {
    drive: Cli.poll({ pollingCode: Redacted.make("unknown") })
  },
  "MULTI_FACTOR_AUTHENTICATION_REQUIRED: password.signIn fails for a user with MFA": {
    drive: Effect.gen(function*() {
      yield* signUp()
      yield* Users.updateMe({ totpSecretBase64: Redacted.make(btoa("12345678901234567890")) })
      yield* Password.signIn(ann)
    })
  },
  "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: connectedAccounts.createAccessToken fails for an unknown provider": {
    drive: Effect.andThen(signUp(), ConnectedAccounts.createAccessToken({ userId: "me", providerId: "github" }))
  },
  "OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: connectedAccounts.createAccessToken fails without an account at the provider":
    {
      seed: {
        config: { oauthProviders: [{ id: "github", type: "standard", clientId: "id", clientSecret: "secret" }] }
      },
      drive: Effect.andThen(signUp(), ConnectedAccounts.createAccessToken({ userId: "me", providerId: "github" }))
    },
  "OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: connectedAccounts.createAccessToken fails with a scope that was not granted":
    {
      seed: github("standard"),
      drive: Effect.andThen(
        byGithub,
        ConnectedAccounts.createAccessToken({ userId: "me", providerId: "github", scope: "repo" })
      )
    },
  "OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: connectedAccounts.createAccessToken fails for a provider with shared keys":
    {
      seed: github("shared"),
      drive: Effect.andThen(byGithub, ConnectedAccounts.createAccessToken({ userId: "me", providerId: "github" }))
    },
  "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: oauth.authorize fails for linking with an extra scope": {
    seed: github("shared"),
    drive: Effect.gen(function*() {
      const { project: { projectId: id, publishableClientKey } } = yield* Emulator
      const { accessToken } = yield* signUp()
      yield* OAuth.authorize({
        providerId: "github",
        clientId: id,
        clientSecret: publishableClientKey,
        redirectUri,
        state: "of the app",
        codeChallenge: "c".repeat(43),
        type: "link",
        token: accessToken,
        providerScope: "repo"
      })
    })
  },
  "OUTER_OAUTH_TIMEOUT: oauth.callback fails after 10 minutes": {
    seed: github("shared"),
    drive: backFromProvider({ happens: ({ oauth }) => void oauth.expireFlow({ state: "of the app" }) })
  },
  "OAUTH_PROVIDER_ACCESS_DENIED: oauth.callback fails after the person cancelled": {
    seed: github("shared"),
    drive: backFromProvider({ form: { deny: "yes" } })
  },
  "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: oauth.callback fails for another user's account": {
    seed: github("shared"),
    drive: Effect.gen(function*() {
      yield* byGithub
      const { accessToken } = yield* signUp()
      yield* backFromProvider({ parameters: { type: "link", token: Redacted.value(accessToken) } })
    })
  },
  "OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: oauthProviders.create fails with another user's account": {
    seed: github("standard"),
    drive: Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { userId: other } = yield* signUp({ ...ann, email: "bob@example.com" })
      yield* account(userId)
      yield* account(other)
    })
  },
  "PASSKEY_REGISTRATION_FAILED: passkey.register fails with a malformed credential": {
    drive: Effect.gen(function*() {
      yield* signUp()
      const { code } = yield* Passkey.initiateRegistration()
      yield* Passkey.register({ credential: {}, code })
    })
  },
  "PASSKEY_AUTHENTICATION_FAILED: passkey.signIn fails with an unknown passkey": {
    drive: Effect.gen(function*() {
      const device = yield* Effect.promise(() => authenticator())
      const { code, optionsJson } = yield* Passkey.initiateAuthentication()
      const authenticationResponse = yield* Effect.promise(() =>
        device.get(challengeIn(optionsJson), "http://localhost:3000")
      )
      yield* Passkey.signIn({ authenticationResponse, code })
    })
  },
  "PROJECT_NOT_FOUND: internalProjects.transfer fails for an unknown project": {
    seed: { owners: [owner] },
    drive: asOwner(InternalProjects.transfer({ projectId: nowhere, newTeamId: nowhere }))
  },
  "PUBLIC_API_KEY_CANNOT_BE_REVOKED: credentialScanning.revoke fails for a public key": {
    seed: keys,
    drive: Effect.gen(function*() {
      yield* signUp()
      const key = { userId: "me", description: "Map", expiresAt: null, isPublic: true } as const
      const { value } = yield* UserApiKeys.create(key)
      yield* CredentialScanning.revoke({ apiKey: value })
    })
  },
  "PASSKEY_AUTHENTICATION_NOT_ENABLED: passkey.initiateAuthentication fails if passkeys are disabled": {
    seed: { config: { passkeyEnabled: false } },
    drive: Passkey.initiateAuthentication()
  },
  "REDIRECT_URL_NOT_WHITELISTED: password.signUp fails with an untrusted callback URL": {
    drive: Password.signUp({ ...ann, verificationCallbackUrl: "https://elsewhere.example.com" })
  },
  "SIGN_UP_NOT_ENABLED: password.signUp fails if sign-up is disabled": {
    seed: { config: { signUpEnabled: false } },
    drive: signUp()
  },
  "TEAM_MEMBERSHIP_NOT_FOUND: teams.get fails for a team that the user isn't a member of": {
    drive: Effect.andThen(signUp(), Teams.get({ teamId: nowhere }))
  },
  "TEAM_PERMISSION_REQUIRED: teams.update fails for a member without the permission": {
    drive: Effect.gen(function*() {
      const { teamId, userId } = yield* inTeam
      yield* asServer(TeamPermissions.revoke({ teamId, userId, permissionId: "team_admin" }))
      yield* Teams.update({ teamId, displayName: "Tailors" })
    })
  },
  "USER_AUTHENTICATION_REQUIRED: teams.delete fails when signed out": { drive: Teams.delete({ teamId: nowhere }) },
  "VERIFICATION_CODE_NOT_FOUND: password.checkResetCode fails for an unknown code": {
    drive: Password.checkResetCode({ code: Redacted.make("c".repeat(45)) })
  },
  "VERIFICATION_CODE_EXPIRED: password.checkResetCode fails for an expired code": {
    drive: resetCode((code, { codes }) => codes.expire(code))
  },
  "VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: password.checkResetCode fails for a code without attempts left": {
    drive: resetCode((code, { codes }) => codes.exhaustAttempts(code))
  },
  "VERIFICATION_CODE_ALREADY_USED: password.checkResetCode fails for a used code": {
    drive: Effect.gen(function*() {
      yield* signUp()
      yield* Password.sendResetCode({ email: ann.email, callbackUrl })
      const { code } = yield* lastMail(ann.email)
      yield* Password.reset({ code, password: ann.password })
      yield* Password.checkResetCode({ code })
    })
  }
}

overBothTransports(({ emulated }) => {
  /** Codes of the errors that Latchkey's client has failed with. */
  const driven = new Set<string>()

  describe("known errors reaching the caller", () => {
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
          driven.add(code!)
        }).pipe(Effect.provide(emulated({ revision: "2025-08", ...seed }))))
    }
  })

  describe("known errors of the platform", () => {
    it("O1: the emulator's tests cover every known error of the platform, except those that no request causes", () => {
      assert.deepStrictEqual([...driven, ...Object.keys(unreachable)].sort(), sendable)
    })
  })
})

describe("the list of sendable codes", () => {
  const catalogue = new URL("../../../../../shared/wire/errors.json", import.meta.url)

  it.runIf(existsSync(catalogue))("the list of codes that the emulator can send equals the platform's own list", () => {
    const rows: ReadonlyArray<any> = JSON.parse(readFileSync(catalogue, "utf8"))
    const sent = rows.filter(({ abstract, sentByBackend }) => sentByBackend["2025-08"] && !abstract)

    assert.deepStrictEqual([...sendable], sent.map(({ code }) => code).sort())
  })
})
