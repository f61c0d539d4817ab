/** Exchange of identity vendors' tokens. docs/platform.md §25. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as ExternalAuth from "../../../../schemas/endpoints/externalAuth.ts"
import { OAuthProviderAccountIdAlreadyUsedForSignIn } from "../../../../schemas/errors/oauth.ts"
import { contactChannels, events, sessions, tokens, users } from "../../model/index.ts"
import { accounts, externalVendors, signUpRules } from "../../oauth/index.ts"
import { type ApiRequest, handle, schemaError } from "../../request/index.ts"
import { type ExternalProviderId, placeOf, type Project, type User } from "../../state/index.ts"

/** Maximum length of a token in characters. */
const longestToken = 16_384

const keyOf = (...parts: ReadonlyArray<string>): string => JSON.stringify(parts)

const knownUser = ({ externalIdentities, users }: Project, identity: string): User | undefined =>
  users.get(externalIdentities.get(identity) ?? "")

/**
 * Sets the name and the address of a new user. The address isn't a sign-in address, and may belong to other users too.
 */
const describe = (project: Project, user: User, identity: externalVendors.ExternalIdentity): void => {
  user.isAnonymous = false
  user.displayName = identity.name ?? user.displayName
  if (identity.email === undefined) return
  contactChannels.add(project, user, {
    value: contactChannels.normalized(identity.email),
    isVerified: identity.emailVerified,
    isPrimary: true,
    usedForAuth: false
  })
}

/** Creates the user of an unknown identity, or upgrades the request's anonymous user. */
const signUp = (
  request: ApiRequest,
  providerId: ExternalProviderId,
  identity: externalVendors.ExternalIdentity,
  key: string
) =>
  Effect.gen(function*() {
    const { platform, project, user: current } = request
    const isUpgrade = current?.isAnonymous === true
    yield* accounts.signUpEnabled(project)
    const admit = yield* signUpRules.admit(platform, project, {
      email: identity.email === undefined ? null : contactChannels.normalized(identity.email),
      authMethod: "oauth",
      oauthProvider: providerId,
      countryCode: accounts.countryOf(request),
      assessment: null
    })
    if (!isUpgrade) yield* accounts.checkSignUpGrants(project)
    // other exchanges of the same identity or the same anonymous user may have completed in the meantime
    const known = knownUser(project, key)
    if (known !== undefined) return { user: known, isNewUser: false }
    if (isUpgrade && !current.isAnonymous) return yield* Effect.fail(new OAuthProviderAccountIdAlreadyUsedForSignIn())
    const user = isUpgrade ? current : users.add(platform, project)
    describe(project, user, identity)
    admit(user)
    project.externalIdentities.set(key, user.id)
    user.externalProviderIds = [...new Set([...user.externalProviderIds ?? [], providerId])]
    if (isUpgrade) events.emitUser(platform, project, "user.updated", user)
    else accounts.completeSignUp(platform, project, user)
    return { user, isNewUser: !isUpgrade }
  })

/** Returns the session for the vendor's session. If the session was ended, opens it again. */
const sessionOf = ({ platform, project }: ApiRequest, user: User, key: string) => {
  const id = project.externalSessionIds.get(key) ?? crypto.randomUUID()
  project.externalSessionIds.set(key, id)
  const known = project.sessions.get(id)
  return known?.userId === user.id ? known : sessions.open(platform, project, user, { id })
}

/** Handlers for `/auth/external`. */
export const handlers = handle(ExternalAuth, {
  exchange: ({ providerId, token }, request) =>
    Effect.gen(function*() {
      const { incoming, platform, project, spec } = request
      const text = Redacted.value(token)
      if (text === "" || text.length > longestToken) {
        return yield* Effect.fail(
          schemaError(spec, [{ path: "body.token", problem: "expected a token of at most 16384 characters" }])
        )
      }
      const identity = yield* externalVendors.verified(platform, project, providerId, text)
      const key = keyOf(providerId, identity.issuer, identity.subject)
      const known = knownUser(project, key)
      const { isNewUser, user } = known === undefined
        ? yield* signUp(request, providerId, identity, key)
        : { user: known, isNewUser: false }
      const session = sessionOf(request, user, keyOf(key, identity.sessionId))
      const accessToken = yield* tokens.issue(
        platform,
        project,
        user,
        session,
        placeOf(incoming),
        identity.expiresAt
      )
      return { accessToken, sessionId: session.id, userId: user.id, isNewUser }
    })
})
