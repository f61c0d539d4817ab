/** Fetches and caches a project's public keys. docs/protocol.md §9, docs/laws.md G3–G9. */
import type { JWK } from "jose"
import { nameOf, readBody } from "../../../layers/call/index.ts"
import type { Now } from "./clock.ts"
import { KeysUnavailable } from "./errors.ts"
import { sharesNothing } from "./sharesNothing.ts"

/** The `fetch` for keys. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Cache times and limits of keys. Times are in milliseconds. */
export const keyPolicy = {
  /** Maximum age of keys that are used without a request. */
  fresh: 600_000,
  /** Maximum age of keys that are used while newer ones are being fetched, and after a failed fetch. */
  staleIfError: 3_600_000,
  /** Minimum time between fetches caused by unknown key ids, regardless of how many tokens have such ids. */
  unknownKeyPause: 30_000,
  /** Minimum wait after a failed fetch. */
  failurePause: 5000,
  /** Timeout of a fetch. */
  timeout: 5000,
  /** Maximum length of a response in bytes. */
  maxResponseBytes: 524_288,
  /** Maximum number of keys to try if several have the same id. */
  maxKeysOfOneId: 4
} as const

/** The keys at one URL. */
export interface KeySet {
  /**
   * Returns the keys that may have signed a token: keys with the token's key id, or all keys for a token without a key
   * id. Rejects with `KeysUnavailable`.
   */
  readonly find: (kid: string | undefined) => Promise<FoundKeys>
  /** Whether `find` needs no request for this key id. */
  readonly has: (kid: string) => boolean
}

/** Keys that may have signed a token. */
export interface FoundKeys {
  readonly candidates: ReadonlyArray<JWK>
  /** Increases whenever the keys change. Tokens that earlier keys verified must be verified again. */
  readonly generation: number
}

interface CachedKeys {
  readonly at: number
  readonly generation: number
  readonly ids: string
  readonly all: ReadonlyArray<JWK>
  readonly byId: ReadonlyMap<string, ReadonlyArray<JWK>>
}

/** Creates a key set that fetches its keys from a URL. */
export const keySet = (url: string, fetch: Fetch, now: Now, timeout: number = keyPolicy.timeout): KeySet => {
  let cached: CachedKeys | undefined
  let requestedAt = -Infinity
  let failure: KeysUnavailable | undefined
  let pending: Promise<void> | undefined

  /** Whether less time than `span` has passed. After the clock was set back, everything counts as old. */
  const isWithin = (since: number, span: number): boolean => now() >= since && now() - since < span

  const fetchNow = async (): Promise<void> => {
    requestedAt = now()
    try {
      const all = await fetchKeys(url, fetch, timeout)
      const ids = all.map(({ kid, x, y }) => `${kid} ${x} ${y}`).sort().join()
      // unchanged keys keep their objects, so that they are not imported again
      cached = cached?.ids === ids
        ? { ...cached, at: now() }
        : { at: now(), generation: (cached?.generation ?? 0) + 1, ids, all, byId: grouped(all) }
      failure = undefined
    } catch (error) {
      failure = new KeysUnavailable(url, problemOf(error))
    }
  }

  const reload = (): Promise<void> => {
    if (failure !== undefined && isWithin(requestedAt, keyPolicy.failurePause)) return Promise.resolve()
    if (sharesNothing()) return fetchNow()
    return pending ??= fetchNow().finally(() => {
      pending = undefined
    })
  }

  const usable = (): CachedKeys => {
    if (cached !== undefined && (failure === undefined || isWithin(cached.at, keyPolicy.staleIfError))) return cached
    throw failure ?? new KeysUnavailable(url, "they were never requested")
  }

  return {
    has: (kid) => cached !== undefined && isWithin(cached.at, keyPolicy.fresh) && cached.byId.has(kid),
    find: async (kid) => {
      if (cached === undefined || !isWithin(cached.at, keyPolicy.fresh)) {
        const reloading = reload()
        // after a failed fetch, old keys are used without waiting; tokens with a known key never wait for a fetch
        const mayServe = cached !== undefined && isWithin(cached.at, keyPolicy.staleIfError)
          && (failure !== undefined || (!sharesNothing() && kid !== undefined && cached.byId.has(kid)))
        if (!mayServe) await reloading
      }
      const found = keysOf(usable(), kid)
      if (found.candidates.length > 0 || kid === undefined) return found
      if (pending !== undefined) await pending
      else if (!isWithin(requestedAt, keyPolicy.unknownKeyPause)) await reload()
      const foundNow = keysOf(usable(), kid)
      if (foundNow.candidates.length === 0 && failure !== undefined) throw failure
      return foundNow
    }
  }
}

const keysOf = ({ all, byId, generation }: CachedKeys, kid: string | undefined): FoundKeys => ({
  candidates: kid === undefined ? all : (byId.get(kid) ?? []).slice(0, keyPolicy.maxKeysOfOneId),
  generation
})

const grouped = (all: ReadonlyArray<JWK>): ReadonlyMap<string, ReadonlyArray<JWK>> => {
  const byId = new Map<string, Array<JWK>>()
  for (const key of all) {
    const id = key.kid ?? ""
    const same = byId.get(id)
    if (same === undefined) byId.set(id, [key])
    else same.push(key)
  }
  return byId
}

class Unusable extends Error {}

const problemOf = (error: unknown): string =>
  error instanceof Unusable
    ? error.message
    : nameOf(error) === "TimeoutError"
    ? "the request timed out"
    : "the request failed"

const fetchKeys = async (url: string, fetch: Fetch, timeout: number): Promise<ReadonlyArray<JWK>> => {
  const signal = AbortSignal.timeout(timeout)
  const request = fetch(url, { headers: { accept: "application/json" }, redirect: "manual", signal })
  // limits a fetch that ignores its signal; created after the fetch, because nothing would handle the rejection if the
  // fetch threw
  const timedOut = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
  const response = await Promise.race([timedOut, request])
  if (response.status !== 200) throw new Unusable(`the response has status ${response.status}`)
  const body = parsed(await Promise.race([timedOut, textOf(response)]))
  const keys = typeof body === "object" && body !== null && "keys" in body ? body.keys : undefined
  if (!Array.isArray(keys)) throw new Unusable("the response is not a key set")
  const all = keys.filter(isPublicP256)
    .map(({ kid, kty, crv, x, y }): JWK => ({ kty, crv, x, y, ...(kid === undefined ? {} : { kid }) }))
  if (all.length === 0) throw new Unusable("none of them is an ES256 key")
  return all
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unusable("the response is not JSON")
  }
}

const textOf = async (response: Response): Promise<string> => {
  const body = await readBody(response, keyPolicy.maxResponseBytes)
  if (body === undefined) throw new Unusable(`the response is longer than ${keyPolicy.maxResponseBytes} bytes`)
  return new TextDecoder().decode(body)
}

type PublicP256 = { readonly kty: "EC"; readonly crv: "P-256"; readonly x: string; readonly y: string; kid?: string }

const isPublicP256 = (key: unknown): key is PublicP256 => {
  if (typeof key !== "object" || key === null) return false
  const { alg = "ES256", crv, kid = "", kty, use = "sig", x, y } = key as { readonly [name: string]: unknown }
  return kty === "EC" && crv === "P-256" && alg === "ES256" && use === "sig"
    && typeof x === "string" && typeof y === "string" && typeof kid === "string"
}
