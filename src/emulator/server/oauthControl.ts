/** Signing in at the emulator's own provider without a browser: what a person would do there, in one call. */
import * as Effect from "effect/Effect"
import { TaggedError } from "../../../schemas/TaggedError.ts"
import { oauthFlows as flows, pagePath } from "../oauth/index.ts"
import type { Incoming, Outgoing, Platform } from "../state/index.ts"

/** Who signs in at the emulator's own provider. */
export interface SignInAccount {
  /** `null`: the provider tells no address; then give an `id`. */
  readonly email: string | null
  readonly name?: string
  /** Whether the provider says that the address is verified. @default true */
  readonly verified?: boolean
  /** The id at the provider. @default the address */
  readonly id?: string
}

/** OAuth sign-ins in the hands of a test. */
export interface OAuthControl {
  /**
   * Opens an authorize URL of the platform, or the page of the provider that it leads to, signs in there and comes back.
   * Rejects with what the platform answered when that leads nowhere.
   *
   * @returns Where the browser would be then: the app's callback URL with `code` and `state`, or its error page.
   */
  readonly signIn: (options: { readonly authorizeUrl: string; readonly account: SignInAccount }) => Promise<string>
  /** The same for a person who does not agree at the provider. */
  readonly refuse: (options: { readonly authorizeUrl: string }) => Promise<string>
  /**
   * Lets the 10 minutes of sign-ins under way run out, by the `state` of their authorize URL or of the page it leads to.
   *
   * @returns How many there were.
   */
  readonly expireFlow: (options: { readonly state: string }) => number
  /**
   * Takes back at the emulator's own provider what it gave to the platform, as people do in their account there: stored
   * access tokens are good for nothing, and no new one is given until the person signs in there again.
   *
   * @returns How many accounts there are.
   */
  readonly revoke: (options: { readonly providerId: string; readonly accountId: string }) => number
}

/**
 * A sign-in at a provider that could not be gone through with. The message says where it stopped.
 *
 * @cause The `authorizeUrl` is not one that the emulator gave.
 * @cause The flow has expired, or was gone through before.
 * @fix Take the address from the redirect of the sign-in that the test started.
 */
export class SignInStopped extends TaggedError("SignInStopped")<{ readonly message: string }> {}

/** The control of a platform that answers with `respond`. */
export const make = (
  platform: Platform,
  respond: (incoming: Incoming) => Effect.Effect<Outgoing, Error>
): OAuthControl => {
  /** Asks as a browser would that does not follow redirects. */
  const ask = (method: string, address: string, headers: { readonly [name: string]: string }, body = "") =>
    Effect.gen(function*() {
      const url = new URL(address, platform.baseUrl)
      const outgoing = yield* respond({ method, url, body, header: (name) => headers[name] })
      const { location } = outgoing.headers
      if (location !== undefined) return { location, cookie: outgoing.headers["set-cookie"] ?? "" }
      const text = typeof outgoing.body === "string" ? outgoing.body : ""
      return yield* new SignInStopped({
        message: `The embedded platform answered ${method} ${url.pathname} with ${outgoing.status}: ${text}`
      })
    })

  const isOwnPage = (address: string): boolean => address.startsWith(platform.baseUrl + pagePath)

  const through = (authorizeUrl: string, form: { readonly [name: string]: string }) =>
    Effect.gen(function*() {
      const { cookie, location } = isOwnPage(authorizeUrl)
        ? { cookie: "", location: authorizeUrl }
        : yield* ask("GET", authorizeUrl, {})
      if (!isOwnPage(location)) {
        return yield* new SignInStopped({
          message: `The sign-in goes on at ${new URL(location).origin}, where the emulator signs nobody in.`
        })
      }
      const back = yield* ask("POST", location, {}, new URLSearchParams(form).toString())
      return (yield* ask("GET", back.location, { cookie: cookie.split(";")[0]! })).location
    })

  return {
    signIn: ({ account: { email, id, name, verified = true }, authorizeUrl }) =>
      Effect.runPromise(through(authorizeUrl, {
        ...(email === null ? {} : { email }),
        ...(id === undefined ? {} : { id }),
        ...(name === undefined ? {} : { name }),
        ...(verified ? { verified: "on" } : {})
      })),
    refuse: ({ authorizeUrl }) => Effect.runPromise(through(authorizeUrl, { refuse: "yes" })),
    expireFlow: ({ state }) => flows.expire(platform, state),
    revoke: ({ accountId, providerId }) => {
      const accounts = [...platform.store.projects.values()].flatMap((project) =>
        (project.oauthAccountsByAccountId.get(accountId) ?? []).filter((account) => account.providerId === providerId)
      )
      for (const account of accounts) account.isRevoked = true
      return accounts.length
    }
  }
}
