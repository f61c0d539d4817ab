/**
 * Sends recorded requests to the emulator. First reproduces the state of the platform at the time of the recording.
 * Recorded ids, tokens and codes are replaced by those of this run.
 */
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import type { Exchange } from "../exchange.ts"
import type { Known } from "../replay.ts"
import { differencesOf } from "./compareResponses.ts"
import { placeholderValues, uuid } from "./placeholderValues.ts"
import { makeScene, type Past, type Scene } from "./scene.ts"
import { signIns } from "./signIns.ts"
import type { Ids } from "./world.ts"

/** Result of an exchange: no differences if the emulator responded like the platform. */
export interface Played {
  readonly name: string
  readonly differences: ReadonlyArray<string>
  /**
   * Ids and placeholders in the request that no earlier exchange of the folder has created. If there are any, a
   * difference proves nothing.
   */
  readonly unknown: ReadonlyArray<string>
}

/** Sends the requests of exchanges to the emulator, in order. */
export const play = (
  exchanges: ReadonlyArray<Exchange>,
  pasts: { readonly [exchange: string]: Past },
  ids: Ids,
  known: Known,
  isWhole: boolean
): Effect.Effect<ReadonlyArray<Played>, never, Emulator> =>
  Effect.gen(function*() {
    const emulator = yield* Emulator
    const scene: Scene = makeScene(
      emulator,
      ids,
      known,
      (name) => name === "omar" ? providers.link("omar") : Effect.void
    )
    const providers = signIns(scene)
    const { fill } = placeholderValues(scene, providers.code)

    // users that existed before every recording
    for (const person of ["bob", "unverified", "nopw"]) yield* scene.tokenOf(person)
    scene.person("nopw").passwordHash = null

    const played: Array<Played> = []
    for (const exchange of exchanges) {
      const { name, request, response } = exchange
      const code = (response.body as { readonly code?: string } | null | undefined)?.code
      yield* providers.play(exchange)
      const restore = yield* (Object.hasOwn(pasts, name) ? pasts[name]!(scene) : Effect.void)
      const path = yield* fill(request.path, code)
      const headers = yield* fill(JSON.stringify(request.headers ?? {}), code)
      const body = yield* fill(textOf(request.body), code)
      const unknown = unknownIn(scene, exchange)
      if (path === undefined || headers === undefined || body === undefined) {
        played.push({ name, differences: ["not sent"], unknown: ["a placeholder", ...unknown] })
        continue
      }
      const actual = yield* scene.call(request.method, path, JSON.parse(headers), body === "" ? undefined : body)
      if (typeof restore === "function") restore()
      learn(scene, response.body, actual.body)
      played.push({ name, differences: differencesOf(exchange, actual, scene.standsFor, known, isWhole), unknown })
      const oauthCode = /\{\{oauth_code:\d+\}\}/.exec(response.headers?.["location"] ?? "")?.[0]
      const location = actual.headers.get("location")
      if (oauthCode !== undefined && location !== null) {
        scene.bind(oauthCode, new URL(location).searchParams.get("code") ?? "")
      }
    }
    return played
  })

/** Returns the ids in a successful request that have no value in this run. */
const unknownIn = (scene: Scene, { request, response }: Exchange): ReadonlyArray<string> => {
  if (response.status >= 400) return []
  const text = JSON.stringify([request.path, request.headers ?? {}, request.body ?? null])
  return [...new Set(text.match(uuid))].filter((id) => scene.standsFor(id) === undefined)
}

/** Matches the parts of a recorded text that differ between runs: placeholders and ids. */
const variable = new RegExp(`\\{\\{[^{}]+\\}\\}|${uuid.source}`, "g")

/** Returns the parts of a recorded text that differ between runs, with the same parts of this run's text. */
const partsIn = (recorded: string, actual: string): ReadonlyArray<readonly [part: string, value: string]> => {
  const parts = recorded.match(variable) ?? []
  const constant = recorded.split(variable).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  const pattern = parts.reduce(
    (pattern, part, at) => `${pattern}${part.startsWith("{{") ? "(.+?)" : `(${uuid.source})`}${constant[at + 1]}`,
    constant[0]!
  )
  const found = parts.length === 0 ? null : new RegExp(`^${pattern}$`, "s").exec(actual)
  return found === null ? [] : parts.map((part, at) => [part, found[at + 1]!])
}

const textOf = (body: unknown): string =>
  body === undefined || body === null ? "" : typeof body === "string" ? body : JSON.stringify(body)

/** Remembers which values of this run correspond to recorded ones. */
const learn = (scene: Scene, recorded: unknown, actual: unknown): void => {
  if (typeof recorded === "string" && typeof actual === "string") {
    if (/^\{\{[^{}]+\}\}$/.test(recorded)) return scene.bind(recorded, actual)
    for (const [part, value] of partsIn(recorded, actual)) {
      if (scene.standsFor(part) === undefined) scene.bind(part, value)
    }
  } else if (typeof recorded === "object" && recorded !== null && typeof actual === "object" && actual !== null) {
    const { access_token } = recorded as { readonly access_token?: unknown }
    const name = typeof access_token === "string" ? /\{\{access_token:(.+)\}\}/.exec(access_token)?.[1] : undefined
    if (name !== undefined && "refresh_token" in actual) scene.bindTokens(name, actual as never)
    for (const [key, value] of Object.entries(recorded)) {
      learn(scene, value, (actual as { readonly [key: string]: unknown })[key])
    }
  }
}
