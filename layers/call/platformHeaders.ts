/** What the platform says in headers, under its old name and its new one. docs/protocol.md §3. */
import type { WireResponse } from "./receive.ts"

/** The names of a header under both prefixes, the newer one first. */
export const namesOf = (name: string): ReadonlyArray<string> => [`x-hexclave-${name}`, `x-stack-${name}`]

/** All values under both prefixes. Repeated headers arrive joined by commas. */
const valuesOf = ({ headers }: WireResponse, name: string): ReadonlyArray<string> =>
  namesOf(name)
    .flatMap((name) => headers.get(name)?.split(",") ?? [])
    .map((value) => value.trim())
    .filter((value) => value !== "")

/** The code of the known error that the answer is. */
export const knownErrorOf = (response: WireResponse): string | undefined => valuesOf(response, "known-error")[0]

/** The status that the answer stands for: an error may come under 200. */
export const realStatus = (response: WireResponse): number => {
  const actual = valuesOf(response, "actual-status").find((value) => /^[45]\d\d$/.test(value))
  return actual === undefined ? response.status : Number(actual)
}
