/** Linked accounts of the signed-in user. docs/platform.md §14. Back ends use `server.oauthProviders`. */
import * as Effect from "effect/Effect"
import * as OAuthProviders from "../../../schemas/endpoints/oauthProviders.ts"

/** Returns the linked accounts, oldest first. */
export const list = Effect.fn("oauthProviders.list")(function*() {
  return (yield* OAuthProviders.list({ userId: "me" })).items
})

/** Returns a linked account by its `id`. */
export const get = Effect.fn("oauthProviders.get")(function*(link: { readonly id: string }) {
  return yield* OAuthProviders.get({ userId: "me", providerId: link.id })
})

/**
 * Sets whether an account can be used to sign in and for access tokens. Fails with
 * `OAuthProviderAccountIdAlreadyUsedForSignIn` if another user signs in with it.
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

/** Unlinks an account. It can no longer be used to sign in or to get access tokens. */
export const unlink = Effect.fn("oauthProviders.unlink")(function*(link: { readonly id: string }) {
  yield* OAuthProviders.delete({ userId: "me", providerId: link.id })
})
