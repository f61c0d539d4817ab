/** Encodes a call's input as path, query and body. docs/protocol.md §4. */
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { Spec } from "../../schemas/Endpoint.ts"
import { InvalidInput } from "../../schemas/errors/CallError.ts"
import { secretText } from "../../schemas/secrets.ts"

/** The part of a request that depends on the input. */
export interface Target {
  /** Path and query below `/api/v1`. */
  readonly path: string
  readonly contentType: string | undefined
  readonly body: string | undefined
}

/** Validates the input and writes its fields to path, query and body. Invalid input is never sent. */
export const encode = (spec: Spec, input: object): Result.Result<Target, InvalidInput> => {
  if (typeof input !== "object" || input === null) return refuse([{ path: "", problem: "Expected an object" }])
  let encoded: ReturnType<Spec["codec"]["encode"]>
  try {
    const given = withoutUndefined(input)
    const isEmpty = Object.keys({ ...spec.codec.names, ...given }).length === 0
    encoded = isEmpty ? Result.succeed({}) : spec.codec.encode(given)
  } catch {
    // Thrown by a getter, a proxy, or an object that has only the prototype of a Date.
    return refuse([{ path: "", problem: "Expected values that can be read, but reading one throws" }])
  }
  if (Result.isFailure(encoded)) return refuse(encoded.failure)
  const fields = encoded.success
  for (const name of Object.keys(fields)) {
    if (fields[name] === "undefined" && name.endsWith("token")) return refuse([tokenIsUndefined(name)])
  }
  let path = spec.path
  for (const name of spec.pathNames) {
    const segment = segmentOf(String(fields[name]))
    if (segment === undefined) return refuse([{ path: name, problem: "Expected an id that is valid in a path" }])
    path = path.replace(`{${name}}`, () => segment)
  }
  const query = spec.queryNames.flatMap((name) => fields[name] === undefined ? [] : [[name, String(fields[name])]])
  if (query.length > 0) path += `?${new URLSearchParams(query)}`
  const body: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) {
    if (!spec.pathNames.includes(name) && !spec.queryNames.includes(name)) body[name] = fields[name]
  }
  return withBody(spec, path, body)
}

/** Rejects dots, which would walk up the path, and lone surrogates, which have no encoding. */
const segmentOf = (value: string): string | undefined => {
  if (value === "" || value === "." || value === "..") return undefined
  try {
    return encodeURIComponent(value)
  } catch {
    return undefined
  }
}

const withBody = (spec: Spec, path: string, fields: Record<string, unknown>): Result.Result<Target, InvalidInput> => {
  switch (spec.body) {
    case "none":
      return Result.succeed({ path, contentType: undefined, body: undefined })
    case "form":
      return Result.succeed({
        path,
        contentType: "application/x-www-form-urlencoded;charset=UTF-8",
        body: new URLSearchParams(fields as Record<string, string>).toString()
      })
    case "json":
      try {
        return Result.succeed({ path, contentType: "application/json", body: JSON.stringify(fields) })
      } catch {
        return refuse([{
          path: "",
          problem: "Expected JSON: no cycles, no bigint, not nested thousands of levels deep"
        }])
      }
  }
}

const refuse = (issues: InvalidInput["issues"]) => Result.fail(new InvalidInput({ issues }))

/** Returns the problem with a field that contains the string `undefined` instead of a token. docs/protocol.md §8. */
export const tokenIsUndefined = (path: string) => ({ path, problem: "Expected a token, got the string \"undefined\"" })

const withoutUndefined = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

/** Returns the secrets in an input at any depth, to recognize them in a response. */
export const secretsOf = (input: unknown, depth = 0): ReadonlyArray<string> => {
  if (Redacted.isRedacted(input)) {
    const secret = secretText(input)
    return secret === undefined ? [] : [secret, ...textsIn(secret)]
  }
  return typeof input === "object" && input !== null && depth < deepest
    ? Object.values(input).flatMap((value) => secretsOf(value, depth + 1))
    : []
}

/** Maximum depth of secrets in the contract; metadata may be of any depth. */
const deepest = 10

/** Returns the strings in a secret JSON configuration, because a response may quote one of them alone. */
const textsIn = (secret: string): ReadonlyArray<string> => {
  const texts: Array<string> = []
  try {
    if (secret.startsWith("{")) {
      JSON.parse(secret, (_, value: unknown) => typeof value === "string" && texts.push(value))
    }
  } catch {
    // the secret isn't JSON, so it contains no further strings
  }
  return texts
}
