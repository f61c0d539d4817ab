/** The signed-in user's accounts at other providers. docs/platform.md §14. A back end's are `server.oauthProviders`. */
import * as Effect from "effect/Effect"
import * as OAuthProviders from "../../../schemas/endpoints/oauthProviders.ts"

/** The linked accounts, oldest first. */
export const list = Effect.fn("oauthProviders.list")(function*() {
  return (yield* OAuthProviders.list({ userId: "me" })).items
})

/** One of them, by the `id` of the link. */
export const get = Effect.fn("oauthProviders.get")(function*(link: { readonly id: string }) {
  return yield* OAuthProviders.get({ userId: "me", providerId: link.id })
})

/**
 * Switches what an account is good for: signing in, access tokens. One that signs in somebody else already gives
 * `OAuthProviderAccountIdAlreadyUsedForSignIn`.
 */
export const update = Effect.fn("oauthProviders.update")(function*(link: {
  readonly id: string
  readonly allowSignIn?: boolean | undefined
  readonly allowConnectedAccounts?: boolean | undefined
}) {
  return yield* OAuthProviders.update({
    userId: "me",
    providerId: link.id,
    allowSignIn: link.allowSignIn,
    allowConnectedAccounts: link.allowConnectedAccounts
  })
})

/** Unlinks an account: nobody signs in with it any more, and it gives no access tokens. */
export const unlink = Effect.fn("oauthProviders.unlink")(function*(link: { readonly id: string }) {
  yield* OAuthProviders.delete({ userId: "me", providerId: link.id })
})
