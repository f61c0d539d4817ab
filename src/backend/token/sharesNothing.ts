/** Whether the runtime is a Cloudflare Worker, where a request can't wait for work that another request started. */
export const sharesNothing = (): boolean => "WebSocketPair" in globalThis
