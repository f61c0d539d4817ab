/** Cloudflare's workers may not wait for what another request of theirs began. */
export const sharesNothing = (): boolean => "WebSocketPair" in globalThis
