/** Headers in the form of any framework. Loads no Effect. */

/**
 * `Headers`, the result of `headers()` in Next.js, or a record in the form that Node, load balancers and serverless
 * functions pass.
 */
export type HeadersLike = { readonly get: (name: string) => string | null | undefined } | {
  readonly [name: string]: string | ReadonlyArray<string> | undefined
}

/**
 * Reads a header. `name` is in lower case. In a record, names may be in any case and values may be lists.
 *
 * Several values are joined as `Headers` joins them: `Cookie` by `; ` (RFC 9113 §8.2.3), others by `, ` (RFC 9110
 * §5.3). A repeated single-value header therefore becomes malformed, as it should.
 */
export const headerOf = (headers: HeadersLike, name: string): string | undefined => {
  const found: ReadonlyArray<unknown> = typeof headers["get"] === "function"
    ? [headers.get(name)]
    // compares lengths first, so that most names needn't be converted
    : Object.keys(headers).filter((key) => key.length === name.length && key.toLowerCase() === name)
      .map((key) => headers[key as keyof typeof headers])
  const values = found.flat().filter((value) => typeof value === "string")
  return values.length === 0 ? undefined : values.join(name === "cookie" ? "; " : ", ")
}
