/** Reads requests by the platform's own rules, where they differ from the contract. docs/platform.md §1.1. */
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import type { Spec } from "../../../schemas/Endpoint.ts"
import { Uuid } from "../../../schemas/fields.ts"
import { wireName } from "../../../schemas/wireNames.ts"
import { type Reading, requestRules, uuid } from "../rules/index.ts"
import { Refusal } from "../state/index.ts"

/** Returns the wire names of an endpoint's fields with rules. The contract may lack some. */
export const ruledNames = ({ name }: Spec): ReadonlyArray<string> => Object.keys(requestRules.get(name)?.fields ?? {})

/** First plain refusal of a request, and the fields that the platform refuses, by both names. The contract may refuse them too. */
export interface Refused {
  readonly refusal: Refusal | undefined
  readonly names: ReadonlySet<string>
}

/** Reads fields by the platform's own rules, and replaces those that the platform reads differently from the contract. */
export const applyRules = (
  spec: Spec,
  raw: { [name: string]: unknown },
  add: (path: string, problem: string) => void
): Refused => {
  const { fields = {}, together } = requestRules.get(spec.name) ?? {}
  let refusal: Refusal | undefined
  const names = new Set<string>()
  const apply = (name: string, reading: Reading | undefined): void => {
    if (reading === undefined) return
    if ("value" in reading && reading.value !== undefined) raw[name] = reading.value
    else if ("malformed" in reading) add(`${name}${reading.at ?? ""}`, reading.malformed)
    else if ("refused" in reading) {
      refusal ??= new Refusal({ status: reading.status ?? 400, text: reading.refused })
      names.add(name).add(inputNamesOf(spec).get(name) ?? name)
    } else delete raw[name]
  }
  const whole = together?.(raw)
  if (whole !== undefined && "malformed" in whole) add(whole.at ?? "", whole.malformed)
  else apply("", whole)
  for (const name of uuidNamesOf(spec)) {
    const value = raw[name]
    if (typeof value === "string" && value !== "me" && !uuid.test(value) && fields[name] === undefined) {
      add(name, "expected a UUID of version 1 to 5")
    }
  }
  for (const [name, read] of Object.entries(fields)) {
    if (Object.hasOwn(raw, name) && raw[name] !== undefined) apply(name, read(raw[name]))
  }
  // fields that the contract lacks were read, and are not part of its input
  for (const name of Object.keys(fields)) if (!inputNamesOf(spec).has(name)) delete raw[name]
  return { refusal, names }
}

const inputNames = new WeakMap<Spec, ReadonlyMap<string, string>>()

/** Returns the keys of an endpoint's input by wire name. Problems with decoded values name the keys. */
const inputNamesOf = (spec: Spec): ReadonlyMap<string, string> => {
  let names = inputNames.get(spec)
  if (names === undefined) {
    names = new Map(Object.entries(schemasOf(spec).input).map(([key, schema]) => [wireName(key, schema), key]))
    inputNames.set(spec, names)
  }
  return names
}

const uuidNames = new WeakMap<Spec, ReadonlyArray<string>>()

/** Returns the wire names of the fields that are UUIDs. */
const uuidNamesOf = (spec: Spec): ReadonlyArray<string> => {
  let names = uuidNames.get(spec)
  if (names === undefined) {
    names = Object.entries(schemasOf(spec).input).filter(([, schema]) => isUuid((schema as Schema.Constraint).ast))
      .map(([key, schema]) => wireName(key, schema))
    uuidNames.set(spec, names)
  }
  return names
}

const isUuid = (ast: SchemaAST.AST): boolean =>
  ast._tag === "Union" ? ast.types.some(isUuid) : ast._tag === "String" && ast.checks === Uuid.ast.checks
