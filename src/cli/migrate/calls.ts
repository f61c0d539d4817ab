/** Calls of an app's or a user's members, and their arguments. */
import { isIdentifier, type Module, type Node, plainExpression, type Replacement } from "../source/index.ts"
import { propertiesOf } from "./apps.ts"
import type { Draft } from "./draft.ts"
import type { Member, Takes } from "./names.ts"
import { scopeOf, usesOf } from "./references.ts"

const insert = (at: number, text: string): Replacement => ({ start: at, end: at, text })

/** Returns a property for a value, in the short form for a variable of the same name. */
const propertyBefore = (field: string, value: Node): string => isIdentifier(value, field) ? "" : `${field}: `

const isPlain = ({ type }: Node): boolean => type !== "SpreadElement" && type !== "ArgumentPlaceholder"

/** Removes a property with the comma that belongs to it. */
const withoutProperty = (object: Node, property: Node): Replacement => {
  const all = object["properties"] as ReadonlyArray<Node>
  const at = all.indexOf(property)
  const [previous, next] = [all[at - 1], all[at + 1]]
  return next !== undefined
    ? { start: property.start, end: next.start, text: "" }
    : { start: previous?.end ?? property.start, end: property.end, text: "" }
}

/** Returns what separates a new property from the one at this position: a line break with its indentation, or a space. */
const gapBefore = (text: string, { start }: Node): string =>
  /(?:\r?\n|\r)[ \t]*$/.exec(text.slice(0, start))?.[0] ?? " "

/** Changes the options of a sign-in, because the platform's SDK redirected unless `noRedirect` was set. */
const signInChanges = (text: string, object: Node | undefined, fields: ReadonlyArray<string>) => {
  const properties = propertiesOf(object)
  if (object === undefined || properties === undefined) return undefined
  const isTrue = (name: string) => plainExpression(properties.get(name)?.["value"])?.["value"] === true
  const [stays, silent] = [properties.get("noRedirect"), properties.get("noVerificationCallback")]
  const isKnown = [...properties.keys()].every((name) =>
    fields.includes(name) || (/^no(?:Redirect|VerificationCallback)$/.test(name) && isTrue(name))
  )
  const last = [...properties.values()].at(-1)
  if (!isKnown || last === undefined || (silent !== undefined && !fields.includes("verificationCallbackUrl"))) {
    return undefined
  }
  return [
    ...(silent === undefined ? [] : [{ start: silent.start, end: silent.end, text: "verificationCallbackUrl: null" }]),
    stays === undefined ? insert(last.end, `,${gapBefore(text, last)}redirect: true`) : withoutProperty(object, stays)
  ]
}

/** Replaces values that have other names now; `undefined` for values that can't be read. */
const valueChanges = (
  properties: ReadonlyMap<string, Node>,
  values: { readonly [field: string]: { readonly [before: string]: string } }
): ReadonlyArray<Replacement> | undefined => {
  const changes = Object.entries(values).flatMap(([field, names]): ReadonlyArray<Replacement | undefined> => {
    const value = properties.get(field)?.["value"] as Node | undefined
    const text = names[String(value?.["value"])]
    if (value === undefined) return []
    return [
      value.type === "StringLiteral" && text !== undefined
        ? { start: value.start + 1, end: value.end - 1, text }
        : undefined
    ]
  })
  const known = changes.filter((change) => change !== undefined)
  return known.length === changes.length ? known : undefined
}

/** Puts positional arguments into one object, together with the fields of an object that follows them. */
const fieldChanges = (
  fields: ReadonlyArray<string>,
  rest: ReadonlyArray<string>,
  given: ReadonlyArray<Node>
): ReadonlyArray<Replacement> | undefined => {
  const before = given.slice(0, fields.length).map((value, at) =>
    insert(value.start, `${at === 0 ? "{ " : ""}${propertyBefore(fields[at]!, value)}`)
  )
  if (given.length === fields.length) return [...before, insert(given.at(-1)!.end, " }")]
  const others = given.length === fields.length + 1 ? given.at(-1) : undefined
  const properties = propertiesOf(others)
  const first = properties === undefined ? undefined : [...properties.values()][0]
  if (others === undefined || first === undefined) return undefined
  return [...properties!.keys()].every((name) => rest.includes(name))
    ? [...before, { start: others.start, end: first.start, text: "" }]
    : undefined
}

const isOfKnownShape = (value: Node): boolean =>
  value.type === "TSNonNullExpression"
    ? isOfKnownShape(value["expression"])
    : /^(?:Identifier|MemberExpression)$/.test(value.type)

/** Changes arguments; `undefined` for unknown arguments. `owner`: the object with the method. */
const argumentChanges = (
  { text }: Module,
  takes: Takes,
  given: ReadonlyArray<Node>,
  owner: string
): ReadonlyArray<Replacement> | undefined => {
  const [first] = given
  if (takes === "same") return []
  if (takes === "nothing") return given.length === 0 ? [] : undefined
  if (!given.every(isPlain)) return undefined
  if ("onlyId" in takes) return given.length === 0 ? [] : undefined
  if ("options" in takes) {
    if (first === undefined) return []
    const names = propertiesOf(first)
    return given.length === 1 && names !== undefined && [...names.keys()].every((name) => takes.options.includes(name))
      ? valueChanges(names, takes.values ?? {})
      : undefined
  }
  if ("signIn" in takes) return given.length === 1 ? signInChanges(text, first, takes.signIn) : undefined
  if (first === undefined) return undefined
  if ("fields" in takes) return fieldChanges(takes.fields, takes.rest ?? [], given)
  if (given.length !== 1) return undefined
  if ("idOf" in takes) {
    return isOfKnownShape(first)
      ? [insert(first.start, `{ ${takes.idOf}: `), insert(first.end, ".id }")]
      : undefined
  }
  if (takes.field !== undefined) {
    return [
      insert(first.start, `{ ${takes.withId}: ${owner}.id, ${propertyBefore(takes.field, first)}`),
      insert(first.end, " }")
    ]
  }
  const names = propertiesOf(first)
  const next = names === undefined ? undefined : [...names.values()][0]
  return next === undefined
    ? undefined
    : [insert(next.start, `${takes.withId}: ${owner}.id,${gapBefore(text, next)}`)]
}

/** Changes the uses of a variable with a `Result`; `undefined` for an unknown use. */
const resultChanges = (module: Module, variable: Node): ReadonlyArray<Replacement> | undefined => {
  const name: string = variable["name"]
  const { bindings, references } = usesOf(module, name, scopeOf(module, variable))
  if (bindings.length !== 1) return undefined
  const changes = references.map((reference): Replacement | undefined => {
    const member = module.parentOf(reference)
    if (member?.type !== "MemberExpression" || member["object"] !== reference || member["computed"] === true) {
      return undefined
    }
    const { end, name: field, start } = member["property"] as Node
    if (field === "error") return insert(start, "")
    if (field === "data") return { start, end, text: "value" }
    const test = module.parentOf(member)
    const state: unknown = test?.["right"]?.value
    if (field !== "status" || test === undefined || test["left"] !== member || (state !== "ok" && state !== "error")) {
      return undefined
    }
    const isEqual = /^===?$/.test(test["operator"])
    if (!isEqual && !/^!==?$/.test(test["operator"])) return undefined
    const isOk = isEqual === (state === "ok")
    return { start: test.start, end: test.end, text: `${isOk ? "" : "!"}${name}.ok` }
  })
  const known = changes.filter((change) => change !== undefined)
  return known.length === changes.length ? known.filter(({ text }) => text !== "") : undefined
}

const shapes = "The call has arguments that the command doesn't know."

/**
 * Rewrites a call of a member. `baseOf`: returns the expression for the client or server, and may add it to the module;
 * empty for a hook. Called only if the call can be rewritten.
 */
export const rewriteCall = (
  draft: Draft,
  call: Node,
  name: string,
  member: Member,
  baseOf: () => string | undefined
): void => {
  const { module } = draft
  const callee: Node = call["callee"]
  const object: Node = callee["object"]
  const owner: Node = object.type === "TSNonNullExpression" ? object["expression"] : object
  const ownerText = module.text.slice(object.start, object.end)
  const given = call["arguments"] as ReadonlyArray<Node>
  const leave = (reason: string) => draft.leave(call, name, reason)
  const isOptional = callee["optional"] === true
  if (call["optional"] === true || call["typeParameters"] != null || owner.type !== "Identifier") return leave(shapes)
  if (isOptional && (member.isHook === true || member.isResult === true)) return leave("The object may be missing.")
  const inside = argumentChanges(module, member.takes, given, ownerText)
  if (inside === undefined) return leave(shapes)
  const awaited = module.parentOf(call)
  const use = awaited?.type === "AwaitExpression" ? module.parentOf(awaited) : undefined
  const isIgnored = use?.type === "ExpressionStatement"
  const uses = member.isResult === true && use?.type === "VariableDeclarator" && use["id"].type === "Identifier"
    ? resultChanges(module, use["id"])
    : undefined
  if (member.isResult === true && !isIgnored && uses === undefined) {
    return leave("It returns its value and rejects with its error. Here, the result is used differently.")
  }
  const base = baseOf()
  if (base === undefined) return leave("No client is in reach.")
  const to = base === "" ? member.to : `${base}.${member.to}`
  const behind = `${member.then === undefined ? "" : `.then(() => ${base}.${member.then}())`}${isOptional ? ")" : ""}`
  const changes: ReadonlyArray<Replacement> = [
    { start: callee.start, end: callee.end, text: isOptional ? `(${owner["name"]} && ${to}` : to },
    ...inside,
    // between the parentheses of the call
    ...(typeof member.takes === "object" && "onlyId" in member.takes
      ? [insert(call.end - 1, `{ ${member.takes.onlyId}: ${ownerText}.id }`)]
      : [])
  ]
  // one insertion for all texts behind the call, because the order of several at the same place isn't defined
  const plain = behind === "" ? changes : [...changes, insert(call.end, behind)]
  if (uses === undefined) {
    if (draft.change(call, name, plain) && member.isResult === true) {
      draft.leave(call, name, "It rejects now if it fails. Before, it returned an error, which this code ignores.")
    }
    return
  }
  draft.change(call, name, [...changes, insert(call.end, `${behind}.settled()`), ...uses])
}
