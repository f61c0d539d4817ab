/** Chooses the token store, using the names of the platform's own SDK. docs/protocol.md §22. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { asSecret, isReadable, type SecretInput, secretText } from "../../schemas/secrets.ts"
import type { Project } from "../call/index.ts"
import { CookiePage, layerCookies } from "./browserCookies.ts"
import type { CookieOptions } from "./cookies.ts"
import { makeRequestStore, type RequestLike, requestStore } from "./requestStore.ts"
import { inMemory, isTokenText, layerMemory, layerNone, TokenStore } from "./TokenStore.ts"

/**
 * - `"cookie"`: the browser's cookies. Fails with `InvalidConfiguration` outside a browser.
 * - `"nextjs-cookie"`: the same as `"cookie"`. On the server, where each request has its own store, use
 *   `RequestStore.layerNextjs`.
 * - `"memory"`: the session ends with the program and is not shared.
 * - a request: the session of the request's sender. Get changes to the session with
 *   `requestStore(request).setCookies()`.
 * - tokens: a session that starts with these tokens.
 * - `null`: no session. Signing in fails.
 * - a layer: any other store.
 */
export type TokenStoreOption =
  | "cookie"
  | "nextjs-cookie"
  | "memory"
  | RequestLike
  | { readonly accessToken?: SecretInput | null | undefined; readonly refreshToken?: SecretInput | null | undefined }
  | null
  | Layer.Layer<TokenStore, InvalidConfiguration, Project>

/**
 * Returns the layer of the chosen token store. @default "cookie" in a browser, so that users stay signed in; "memory"
 * elsewhere
 *
 * `cookies`: options of the browser's or the request's cookies. They don't apply if the choice is a layer.
 */
export const tokenStoreOf = (
  choice: TokenStoreOption | undefined,
  cookies: CookieOptions = {}
): Layer.Layer<TokenStore, InvalidConfiguration, Project> => {
  if (choice === undefined) return layerDefault(cookies)
  if (choice === null) return layerNone()
  if (choice === "cookie") return layerCookies(cookies)
  if (choice === "nextjs-cookie") return nextjsCookie(cookies)
  if (Layer.isLayer(choice)) return choice as Layer.Layer<TokenStore, InvalidConfiguration, Project>
  if (choice === "memory") return Layer.fresh(layerMemory())
  return isRequest(choice) ? requestStore(choice, cookies).layer : Layer.effect(TokenStore, explicit(choice))
}

/**
 * Opens the chosen token store. Builds a layer only if the choice is a layer, because servers open a store for each
 * request.
 */
export const openTokenStore = (
  choice: TokenStoreOption | undefined,
  cookies: CookieOptions = {}
): Effect.Effect<TokenStore["Service"], InvalidConfiguration, Project | Scope.Scope> => {
  if (choice === "memory") return inMemory(null)
  if (choice === null || typeof choice !== "object" || Layer.isLayer(choice)) {
    return Effect.map(Layer.build(Layer.fresh(tokenStoreOf(choice, cookies))), Context.get(TokenStore))
  }
  return isRequest(choice) ? makeRequestStore(choice, cookies) : explicit(choice)
}

const isRequest = (choice: unknown): choice is RequestLike => {
  const { headers } = Object(choice)
  return typeof headers === "object" && headers !== null
}

/** A store that starts with the tokens of a known session. */
const explicit = (choice: unknown): Effect.Effect<TokenStore["Service"], InvalidConfiguration> => {
  const given: object = Object(choice)
  const { accessToken, refreshToken } = given as { readonly accessToken?: unknown; readonly refreshToken?: unknown }
  if ([accessToken, refreshToken].some((token) => Redacted.isRedacted(token) && !isReadable(token))) {
    return refused(
      "has a token that was wrapped by another copy of effect, so that this copy can't read it",
      "Pass the token as a string, or keep a single copy of effect: npm ls effect lists the copies."
    )
  }
  const empty = ["accessToken", "refreshToken"].filter((name) => isEmpty(given[name as keyof typeof given]))
  if (empty.length > 0) {
    return refused(
      `has an empty ${empty.join(" and an empty ")}`,
      "Pass null for a token that you don't have, such as { accessToken: accessToken || null, refreshToken: refreshToken || null }. "
        + "Without tokens, the client is signed out."
    )
  }
  if (("accessToken" in given || "refreshToken" in given) && isSecret(accessToken) && isSecret(refreshToken)) {
    return inMemory({
      accessToken: accessToken == null ? undefined : asSecret(accessToken),
      refreshToken: refreshToken == null ? undefined : asSecret(refreshToken)
    })
  }
  return refused(
    "is not one of the choices",
    "Choose \"cookie\", \"memory\", a request, { accessToken, refreshToken } or null."
  )
}

/** The browser's cookies in a browser, otherwise memory. */
export const layerDefault = (
  cookies: CookieOptions = {}
): Layer.Layer<TokenStore, InvalidConfiguration, Project> =>
  Layer.unwrap(
    Effect.map(CookiePage, (page) => page === undefined ? Layer.fresh(layerMemory()) : layerCookies(cookies))
  )

const nextjsCookie = (cookies: CookieOptions): Layer.Layer<TokenStore, InvalidConfiguration, Project> =>
  Layer.unwrap(
    Effect.map(CookiePage, (page) =>
      page === undefined
        ? Layer.effect(
          TokenStore,
          refused(
            "is \"nextjs-cookie\" on the server, where each request has cookies of its own",
            "Omit tokenStore for a client that Client Components use. For a client of the request, pass RequestStore.layerNextjs({ headers: await headers(), cookies: await cookies() })."
          )
        )
        : layerCookies(cookies))
  )

const refused = (problem: string, next: string) =>
  Effect.fail(new InvalidConfiguration({ setting: "tokenStore", problem, next }))

const isEmpty = (value: unknown): boolean => value != null && secretText(value) === ""

const isSecret = (value: unknown): value is SecretInput | null | undefined => {
  return value == null || isTokenText(secretText(value))
}
