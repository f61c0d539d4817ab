/** Signs in at the emulator's own provider without a browser, and issues the tokens of identity vendors. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { externalVendors, oauthFlows as flows, pagePath } from "../oauth/index.ts"
import type { Incoming, Outgoing, Platform } from "../state/index.ts"
import type { Functions, Input, operations, SyncFunctions } from "./operations.ts"
import { ControlError } from "./selectors.ts"

type OAuth = typeof operations.oauth

/** The account that signs in at the emulator's own provider. */
export type SignInAccount = Input<OAuth["signIn"]>["account"]

/** Controls OAuth sign-ins in tests. The asynchronous functions may reject with `ControlError`. */
export interface OAuthControl
  extends Functions<Pick<OAuth, "signIn" | "deny">>, SyncFunctions<Pick<OAuth, "expireFlow" | "revoke">>
{}

/** Creates the controls of an emulator. `respond` handles the requests that a browser would send. */
export const make = (
  platform: Platform,
  respond: (incoming: Incoming) => Effect.Effect<Outgoing, Error>
): OAuthControl => {
  /** Sends a request like a browser, without following redirects. */
  const send = (method: string, address: string, headers: { readonly [name: string]: string }, body = "") =>
    Effect.gen(function*() {
      const url = new URL(address, platform.baseUrl)
      const outgoing = yield* respond({ method, url, body, header: (name) => headers[name] })
      const { location } = outgoing.headers
      if (location !== undefined) return { location, cookie: outgoing.headers["set-cookie"] ?? "" }
      const text = typeof outgoing.body === "string" ? outgoing.body : ""
      return yield* new ControlError({
        message: `The emulator responded to ${method} ${url.pathname} with ${outgoing.status}: ${text}`
      })
    })

  const isOwnPage = (address: string): boolean => address.startsWith(platform.baseUrl + pagePath)

  const signInThrough = (authorizeUrl: string, form: { readonly [name: string]: string }) =>
    Effect.gen(function*() {
      const { cookie, location } = isOwnPage(authorizeUrl)
        ? { cookie: "", location: authorizeUrl }
        : yield* send("GET", authorizeUrl, {})
      if (!isOwnPage(location)) {
        return yield* new ControlError({
          message: `The sign-in continues at ${
            new URL(location).origin
          }. The emulator can complete sign-ins at its own provider only.`
        })
      }
      const back = yield* send("POST", location, {}, new URLSearchParams(form).toString())
      return (yield* send("GET", back.location, { cookie: cookie.split(";")[0]! })).location
    })

  return {
    signIn: ({ account: { email, id, name, verified = true }, authorizeUrl }) =>
      Effect.runPromise(signInThrough(authorizeUrl, {
        ...(email === null ? {} : { email }),
        ...(id === undefined ? {} : { id }),
        ...(name === undefined ? {} : { name }),
        ...(verified ? { verified: "on" } : {})
      })),
    deny: ({ authorizeUrl }) => Effect.runPromise(signInThrough(authorizeUrl, { deny: "yes" })),
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

/** Issues tokens of the identity vendors that the emulator simulates. docs/platform.md §25. */
export type ExternalControl = Functions<typeof operations.external>

/** Creates the controls of the vendors. */
export const makeExternal = (platform: Platform): ExternalControl => ({
  token: (session) => Effect.runPromise(Effect.map(externalVendors.tokenOf(platform, session), Redacted.make))
})
