/** The names of endpoints, where somebody writes one down. */
import { endpoints } from "../../../schemas/catalogue.ts"
import { changes } from "../../../schemas/spelling.ts"

const names = new Set(endpoints.map(({ spec }) => spec.name))

/** Whether an endpoint has that name. */
export const isEndpoint = (name: string): boolean => names.has(name)

/** The name that takes the fewest changes. */
export const nearest = (name: string): string =>
  [...names].reduce((best, other) => changes(name, other) < changes(name, best) ? other : best)
