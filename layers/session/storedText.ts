/** Serializes sessions for key-value stores. */
import * as Redacted from "effect/Redacted"
import { skewIn } from "./clockSkew.ts"
import { skewed, type StoredTokens } from "./TokenStore.ts"

/** Serializes a session; `tokensFromText` parses it. */
export const tokensToText = ({ accessToken, clockSkewMillis, refreshToken }: StoredTokens): string =>
  JSON.stringify({
    version: 1,
    refreshToken: refreshToken === undefined ? undefined : Redacted.value(refreshToken),
    accessToken: accessToken === undefined ? undefined : Redacted.value(accessToken),
    clockSkewMillis
  })

/** Parses a session. A malformed string counts as signed out. */
export const tokensFromText = (text: string | undefined): StoredTokens | null => {
  try {
    const { accessToken, clockSkewMillis, refreshToken } = JSON.parse(text ?? "") as {
      readonly [name: string]: unknown
    }
    const secret = (value: unknown) => typeof value === "string" && value !== "" ? Redacted.make(value) : undefined
    const tokens = {
      accessToken: secret(accessToken),
      refreshToken: secret(refreshToken),
      ...skewed(skewIn(clockSkewMillis))
    }
    return tokens.accessToken === undefined && tokens.refreshToken === undefined ? null : tokens
  } catch {
    return null
  }
}
