/** Response headers of the platform, under its old name and its new one. docs/protocol.md §3. */
import type { WireResponse } from "./receive.ts"

/** The names of a header under both prefixes, the newer one first. */
export const namesOf = (name: string): ReadonlyArray<string> => [`x-hexclave-${name}`, `x-stack-${name}`]

/** All values under both prefixes. Repeated headers arrive joined by commas. */
const valuesOf = ({ headers }: WireResponse, name: string): ReadonlyArray<string> =>
  namesOf(name)
    .flatMap((name) => headers.get(name)?.split(",") ?? [])
    .map((value) => value.trim())
    .filter((value) => value !== "")

/** The code of the response's known error. */
export const knownErrorOf = (response: WireResponse): string | undefined => valuesOf(response, "known-error")[0]

/** The real status of the response: an error may arrive with status 200. */
export const realStatus = (response: WireResponse): number => {
  const actual = valuesOf(response, "actual-status").find((value) => /^[45]\d\d$/.test(value))
  return actual === undefined ? response.status : Number(actual)
}
