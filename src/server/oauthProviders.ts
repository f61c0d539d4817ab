/** Linked accounts of any user at external providers. docs/platform.md §14. */
import * as Effect from "effect/Effect"
import * as OAuthProviders from "../../schemas/endpoints/oauthProviders.ts"

export { create as link, getAny as get, updateAny as update } from "../../schemas/endpoints/oauthProviders.ts"

/** Returns the linked accounts of a user, or of the whole project, oldest first. */
export const list = Effect.fn("server.oauthProviders.list")(function*(
  of: { readonly userId?: string | undefined } = {}
) {
  return (yield* OAuthProviders.listAll(of)).items
})

/** Unlinks an account. It can no longer be used to sign in or to get access tokens. */
export const unlink = Effect.fn("server.oauthProviders.unlink")(function*(link: {
  readonly userId: string
  /** The `id` of the linked account. */
  readonly providerId: string
}) {
  yield* OAuthProviders.delete(link)
})
