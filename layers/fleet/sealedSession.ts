/**
 * A session in the shared store, encrypted with the secret in the cookie. Read access to the store alone reveals
 * neither tokens nor cookies.
 */
import * as base64url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import { randomBytes, sha256, sha256Base64Url, subtleCrypto } from "../call/index.ts"
import { type StoredTokens, tokensFromText, tokensToText } from "../session/index.ts"

/** The servers' record of a session. */
export interface SharedSession {
  readonly tokens: StoredTokens
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /**
   * Number of leases taken so far. It increases with each lease, so a server can check whether it still holds the
   * lease.
   */
  readonly fence: number
  /** Heartbeats of the server that holds the refresh lease; `undefined` if there is no holder. */
  readonly heartbeat: number | undefined
}

/** Whether a string has the format of `randomSecret`, the content of the cookie. */
export const isSecret = (text: string): boolean => /^[\w-]{43}$/.test(text)

const bytes = (text: string) => new TextEncoder().encode(text)

/** Returns the key of a session's record. The secret can't be derived from it. */
export const nameOf = (secret: string): Promise<string> => sha256Base64Url(`name of ${secret}`)

/** Encrypts and decrypts one session. */
export interface Seal {
  readonly close: (session: SharedSession) => Promise<string>
  /** Decrypts a session; `undefined` if the string was not encrypted with this secret. */
  readonly open: (text: string) => Promise<SharedSession | undefined>
}

export const sealOf = async (secret: string): Promise<Seal> => {
  const subtle = subtleCrypto()
  const key = await subtle.importKey("raw", await sha256(`seal of ${secret}`), "AES-GCM", false, [
    "encrypt",
    "decrypt"
  ])
  return {
    close: async ({ heartbeat, createdAt, fence, tokens }) => {
      const iv = randomBytes(12)
      const sealed = await subtle.encrypt(
        { name: "AES-GCM", iv, additionalData: bytes(String(createdAt)) },
        key,
        // The clock skew isn't stored, because it differs on each server.
        bytes(tokensToText({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken }))
      )
      return [1, createdAt, fence, heartbeat ?? "", base64url.encode(iv), base64url.encode(new Uint8Array(sealed))]
        .join(" ")
    },
    open: async (text) => {
      const [version, createdAt = "", fence, heartbeat, iv = "", sealed = ""] = text.split(" ")
      if (version !== "1") return undefined
      try {
        const opened = await subtle.decrypt(
          { name: "AES-GCM", iv: bytesIn(iv), additionalData: bytes(createdAt) },
          key,
          bytesIn(sealed)
        )
        const tokens = tokensFromText(new TextDecoder().decode(opened))
        return tokens === null ? undefined : {
          tokens,
          createdAt: Number(createdAt),
          fence: Number(fence),
          heartbeat: heartbeat === "" ? undefined : Number(heartbeat)
        }
      } catch {
        return undefined
      }
    }
  }
}

const bytesIn = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Result.getOrElse(base64url.decode(text), () => new Uint8Array(0)))
