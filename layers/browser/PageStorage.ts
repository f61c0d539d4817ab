/** The page's storage. */
import * as Context from "effect/Context"

/** Storage of strings by key. Its functions throw if the browser blocks the storage. */
export type TextStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">

/**
 * Returns `localStorage` or, for one tab, `sessionStorage`; `undefined` outside a browser, and in an Android WebView
 * without DOM storage, where the global is `null`. Throws if the browser blocks it.
 */
export type PageStorage = (kind: "local" | "session") => TextStorage | undefined

/** Storage of the page that the program runs in. */
export const PageStorage = Context.Reference<PageStorage>("latchkey/setting/PageStorage", {
  defaultValue: () => (kind) => "document" in globalThis ? globalThis[`${kind}Storage`] ?? undefined : undefined
})
