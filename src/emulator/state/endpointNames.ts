/** Checks and suggestions for endpoint names given by users of the emulator. */
import { endpoints } from "../../../schemas/catalogue.ts"
import { changes } from "../../../schemas/spelling.ts"

const names = new Set(endpoints.map(({ spec }) => spec.name))

export const isEndpoint = (name: string): boolean => names.has(name)

/** Returns the endpoint name with the smallest edit distance. */
export const nearest = (name: string): string =>
  [...names].reduce((best, other) => changes(name, other) < changes(name, best) ? other : best)
