/**
 * Limits the requests to the platform about credentials that it refuses, since anyone can make up API keys and refresh
 * tokens by the thousand. docs/laws.md S1.
 */
import { type Now, plainMillis, Remembered, VerifierMisconfigured } from "../token/index.ts"
import type { RequestLike } from "./credentials.ts"
import { UnverifiedLimitReached } from "./errors.ts"
import { TokenBucket } from "./TokenBucket.ts"
import { unverifiedDefaults, type UnverifiedOptions } from "./unverifiedOptions.ts"

/** Kind of the credentials. */
export type UnverifiedKind = "api-key" | "session"

/** Maximum number of client addresses whose use is counted. */
const maxAddresses = 10_000

/** Share that one request took from the budget. */
export interface Taken {
  /** Gives the share back to the budget. Called after the platform has accepted the credentials. */
  readonly giveBack: () => void
}

/**
 * Counts the requests of one process. Each takes its share before it is sent, so that concurrent requests are bounded too.
 * A request keeps its share when the platform refuses the credentials, and when its outcome is unknown: a time-out or a 429
 * costs the platform as much as a refusal.
 */
export class UnverifiedBudget {
  readonly problem: VerifierMisconfigured | undefined
  readonly #now: Now
  readonly #window: number
  readonly #limitPerAddress: number
  readonly #clientAddress: UnverifiedOptions["clientAddress"]
  readonly #byAddress: Remembered<TokenBucket>
  readonly #byKind: { readonly [K in UnverifiedKind]: TokenBucket }

  constructor(options: UnverifiedOptions, now: Now) {
    const { limit, limitPerAddress, window } = { ...unverifiedDefaults, ...defined(options) }
    this.#window = plainMillis(window)
    this.problem = problemIn({ limit, limitPerAddress, window: this.#window })
    this.#now = now
    this.#limitPerAddress = limitPerAddress
    this.#clientAddress = options.clientAddress
    this.#byAddress = new Remembered(maxAddresses, now)
    this.#byKind = { "api-key": this.#bucket(limit), session: this.#bucket(limit) }
  }

  /**
   * Returns the client's address; `undefined` if the program provides none, or its function throws. In that case, only
   * the limit of the process applies.
   */
  addressOf(request: RequestLike): string | undefined {
    try {
      const address = this.#clientAddress?.(request)
      return typeof address === "string" && address !== "" ? network(address) : undefined
    } catch {
      return undefined
    }
  }

  /** Takes the share of one request, or returns why the request must not be sent. */
  take(kind: UnverifiedKind, address: string | undefined): Taken | UnverifiedLimitReached {
    const now = this.#now()
    const ofAll = this.#byKind[kind]
    const ofAddress = address === undefined ? undefined : this.#bucketOf(`${kind} ${address}`, now)
    const left = ofAddress?.take(now) ?? 0
    if (left > 0) return this.#reached("address", left)
    const leftOfAll = ofAll.take(now)
    if (leftOfAll > 0) {
      ofAddress?.giveBack()
      return this.#reached("process", leftOfAll)
    }
    return {
      giveBack: () => {
        ofAddress?.giveBack()
        ofAll.giveBack()
      }
    }
  }

  #bucketOf(key: string, now: number): TokenBucket {
    const bucket = this.#byAddress.get(key) ?? this.#bucket(this.#limitPerAddress)
    // a bucket that was unused for a window is full again
    this.#byAddress.set(key, bucket, now + this.#window)
    return bucket
  }

  #bucket(limit: number): TokenBucket {
    return new TokenBucket(limit, this.#window, this.#now())
  }

  #reached(limitOf: "address" | "process", left: number): UnverifiedLimitReached {
    return new UnverifiedLimitReached(limitOf, Math.min(left, this.#window))
  }
}

const defined = <A extends object>(options: A): { [K in keyof A]: NonNullable<A[K]> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never

const problemIn = (
  { limit, limitPerAddress, window }: { readonly [name: string]: number }
): VerifierMisconfigured | undefined => {
  const invalid = Object.entries({ limit, limitPerAddress }).find(([, value]) => !(value! >= 0 && value! < Infinity))
  if (invalid !== undefined) {
    return new VerifierMisconfigured(`unverified.${invalid[0]}`, "is not a number of requests", "Use 0 or more.")
  }
  return window! > 0 && window! < Infinity
    ? undefined
    : new VerifierMisconfigured("unverified.window", "is not a duration", "Use one such as \"1 minute\".")
}

/** Returns the network of an IPv6 address, because a client usually has all addresses of its network. RFC 6177. */
const network = (address: string): string => {
  const text = address.slice(0, 64).toLowerCase()
  if (!text.includes(":") || /^::ffff:\d+\./.test(text)) return text
  const [head = "", tail] = text.split("::", 2)
  const groups = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? [] : tail.split(":")
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  return [...groups, ...Array<string>(missing).fill("0"), ...after].slice(0, 4).join(":")
}
