/** Headers as any framework gives them. Loads no Effect. */

/** `Headers`, what `headers()` of Next.js gives, or Node's record. */
export type HeadersLike = { readonly get: (name: string) => string | null | undefined } | {
  readonly [name: string]: string | ReadonlyArray<string> | undefined
}

/** A header by its name in lower case. Of one that came several times, the first. */
export const headerOf = (headers: HeadersLike, name: string): string | undefined => {
  if (typeof headers["get"] === "function") {
    const found: unknown = headers.get(name)
    return typeof found === "string" ? found : undefined
  }
  const found: unknown = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const first: unknown = Array.isArray(found) ? found[0] : found
  return typeof first === "string" ? first : undefined
}
