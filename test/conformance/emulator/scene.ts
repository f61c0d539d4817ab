/** State of a replay: the emulator, its users, and the values of this run that replace recorded values. */
import * as Effect from "effect/Effect"
import type { EmulatorHandle } from "../../../src/emulator/index.ts"
import type { Project, User } from "../../../src/emulator/state/Store.ts"
import type { Known } from "../replay.ts"
import { type Ids, password } from "./world.ts"

/** A response of the emulator. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON, or the text if it isn't JSON. */
  readonly body: any
}

/** State and helpers of a replay. */
export interface Scene {
  readonly emulator: EmulatorHandle
  readonly ids: Ids
  /** Project that most recordings use. */
  readonly world: Project
  /** Returns the user with this name's address. */
  readonly person: (name: string) => User
  /** Returns an access token of the user, and signs the user in if necessary. */
  readonly tokenOf: (name: string) => Effect.Effect<string>
  /** Returns the value of this run for a recorded value. */
  readonly standsFor: (recorded: string) => string | undefined
  readonly bind: (recorded: string, actual: string) => void
  /** Remembers the tokens of a session that started in this run. */
  readonly bindTokens: (name: string, tokens: Tokens) => void
  readonly call: (
    method: string,
    path: string,
    headers: { readonly [name: string]: string },
    body?: string
  ) => Effect.Effect<Answer>
  /** Sends a request for the project of most recordings at client level. */
  readonly post: (path: string, body: object, headers?: { readonly [name: string]: string }) => Effect.Effect<Answer>
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** Reproduces the state before an exchange. If it returns a function, the function is called after the exchange. */
export type Past = (scene: Scene) => Effect.Effect<unknown>

/** Returns the session id from an access token's claims. The name of the claim depends on the revision. */
const sessionIn = (claims: { readonly [name: string]: unknown }): string =>
  String(claims["refresh_token_id"] ?? claims["refreshTokenId"])

/** Decodes the claims of an access token. */
export const claimsIn = (token: string): { readonly [name: string]: unknown } =>
  JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString())

/** Creates a scene. `welcome` is called after each user has signed in for the first time. */
export const makeScene = (
  emulator: EmulatorHandle,
  ids: Ids,
  known: Known,
  welcome: (name: string, scene: Scene) => Effect.Effect<unknown>
): Scene => {
  const world = emulator.store.projects.get(ids.acme)!
  const bound = new Map<string, string>([...emulator.store.projects.keys()].map((id) => [id, id]))
  const bind = (recorded: string, actual: string) => void bound.set(recorded, actual)

  const call: Scene["call"] = (method, path, headers, body) =>
    Effect.promise(async () => {
      const request = new Request(`${emulator.baseUrl}${path}`, {
        method,
        headers,
        body: body === undefined ? null : new TextEncoder().encode(body)
      })
      // records from the same millisecond would be sorted by their ids, which are random
      emulator.clock.advance("1 milli")
      const response = await emulator.fetch(request)
      return { status: response.status, headers: response.headers, body: parsed(await response.text()) }
    })

  const post: Scene["post"] = (path, body, headers = {}) =>
    call("POST", `/api/v1${path}`, {
      "x-stack-access-type": "client",
      "x-stack-project-id": ids.acme,
      "x-stack-publishable-client-key": "{{publishable_client_key:acme}}",
      "content-type": "application/json",
      ...headers
    }, JSON.stringify(body))

  const bindTokens = (name: string, tokens: Tokens) => {
    const token = `{{access_token:${name}}}`
    if (bound.has(token)) return
    bind(token, tokens.access_token)
    bind(`{{refresh_token:${name}}}`, tokens.refresh_token)
    const recorded = known[token]?.jwt?.payload
    const actual = claimsIn(tokens.access_token)
    if (recorded === undefined) return
    bind(String(recorded["sub"]), String(actual["sub"]))
    bind(sessionIn(recorded), sessionIn(actual))
  }

  /** Signs a user in to another project. */
  const arriveElsewhere = (name: string, project: Project) =>
    Effect.gen(function*() {
      const email = addressOf(name)
      const backend = (path: string, body: object) =>
        call("POST", `/api/v1${path}`, {
          "x-stack-access-type": "server",
          "x-stack-project-id": project.id,
          "x-stack-secret-server-key": project.keySets[0]!.keys.server!,
          "content-type": "application/json"
        }, JSON.stringify(body))
      const user = { primary_email: email, primary_email_auth_enabled: true }
      const user_id = project.signInChannels.get(email)?.userId ?? (yield* backend("/users", user)).body.id
      bindTokens(name, (yield* backend("/auth/sessions", { user_id })).body)
    })

  /** Signs in a recorded user that existed before the first recorded request. */
  const arrive = (name: string) =>
    Effect.gen(function*() {
      const audience = known[`{{access_token:${name}}}`]?.jwt?.payload["aud"]
      const elsewhere = audience === ids.acme ? undefined : emulator.store.projects.get(String(audience))
      if (elsewhere !== undefined) return yield* arriveElsewhere(name, elsewhere)
      const email = addressOf(name)
      const { body } = yield* world.signInChannels.has(email)
        ? post("/auth/password/sign-in", { email, password })
        : post("/auth/password/sign-up", { email, password, verification_callback_url: "http://localhost:3000/x" })
      if (typeof body.access_token !== "string") return
      bindTokens(name, body)
      yield* welcome(name, scene)
    })

  const scene: Scene = {
    emulator,
    ids,
    world,
    person: (name) => world.users.get(world.signInChannels.get(addressOf(name))!.userId)!,
    tokenOf: (name) =>
      Effect.gen(function*() {
        const token = `{{access_token:${name}}}`
        if (!bound.has(token)) yield* arrive(name)
        return bound.get(token)!
      }),
    standsFor: (recorded) => bound.get(recorded),
    bind,
    bindTokens,
    call,
    post
  }
  return scene
}

/** Returns the email address of a user. For example, `ann#5` is the fifth session of the user ann. */
export const addressOf = (name: string): string => `${name.split("#")[0]!}@example.com`

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
