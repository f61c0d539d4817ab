/**
 * Requests and responses of any endpoint, with a given string in place of every string that the contract doesn't name.
 */
import { schemasOf } from "../../../../schemas/compiled/schemasOf.ts"
import type { Spec } from "../../../../schemas/Spec.ts"
import { fieldOf, itemOf, type Types, typesOf } from "../../../../src/testing/tape/secretFields.ts"
import type { Random } from "./plants.ts"

/** Names of ids, which developers may choose. A tape keeps them if they are words. */
const isId = (name: string): boolean => /(?:^|_)ids?$|Ids?$/.test(name)

const deepest = 6

/** Makes a value of these types. Each string without fixed values is the given string. */
const valueOf = (types: Types, name: string, text: string, random: Random, depth = 0): unknown => {
  const type = types[Math.floor(random() * types.length)]
  switch (type?._tag) {
    case "Literal":
      return type.literal
    case "Boolean":
      return true
    case "Number":
      return 7
    case "Null":
    case "Undefined":
      return null
    case "Arrays":
      return depth > deepest ? [] : [valueOf(itemOf([type]), name, text, random, depth + 1)]
    case "Objects":
      return depth > deepest ? {} : Object.fromEntries(
        type.propertySignatures.map((property) => {
          const own = wireNameOf(type, String(property.name))
          return [own, valueOf(fieldOf([type], own), own, text, random, depth + 1)]
        })
      )
    case "Declaration":
      return type.annotations?.["expected"] === "a valid Date" ? 1_700_000_000_000 : text
    default:
      return isId(name) ? `${text}1` : text
  }
}

const wireNameOf = (type: Types[number], name: string): string => {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return fieldOf([type], snake).length > 0 ? snake : name
}

const pathOf = (path: string, text: string): string => path.replace(/\{(\w+)\}/g, () => encodeURIComponent(`${text}1`))

const levelOf = ({ access }: Spec) => ({ "x-stack-access-type": access })

/** Returns a request of an endpoint that has the string in its fields. */
export const recordableInput = (spec: Spec, text: string, random: Random) => ({
  method: spec.method,
  url: pathOf(spec.path, text),
  headers: levelOf(spec),
  body: valueOf(typesOf(schemasOf(spec).inputSchema), "", text, random)
})

/** Returns an exchange of an endpoint whose response has the string in its fields. */
export const recordableOutput = (spec: Spec, text: string, random: Random) => ({
  method: spec.method,
  url: spec.path.replace(/\{(\w+)\}/g, "me"),
  headers: levelOf(spec),
  response: valueOf(typesOf(schemasOf(spec).output), "", text, random) ?? {}
})
