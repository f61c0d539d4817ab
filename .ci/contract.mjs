/**
 * Compiles schemas to expressions of the functions in `schemas/compiled/shapes.ts`: one rule per node of the AST. Fails
 * on a node without a rule.
 */
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/**
 * @param {{ plain: object, claims: object, origins: typeof import("../schemas/compiled/origins.ts"), isSecret: (ast:
 * SchemaAST.AST) => boolean, named?: (ast: SchemaAST.AST) => string | undefined }} options the modules of
 * `schemas/compiled`, and the name under which a schema has already been compiled.
 * @returns functions that compile a schema to JavaScript: `read` decodes, `write` encodes.
 */
export const compilerOf = ({ claims, isSecret, named = () => undefined, origins, plain }) => {
  const functions = new Map([...Object.entries(plain), ...Object.entries(claims)].map(([name, value]) => [value, name]))
  const { dateFromMillis, dateFromString, numberFromString } = SchemaTransformation
  const getters = new Map([
    [dateFromMillis.decode, "dateOf"],
    [dateFromMillis.encode, "millisOf"],
    [dateFromString.decode, "dateOf"],
    [dateFromString.encode, "isoOf"],
    [numberFromString.decode, "numberOf"],
    [numberFromString.encode, "textOf"]
  ])
  const tests = {
    isPattern: ({ flags, source }) => `matches(${new RegExp(source, flags)})`,
    isMinLength: ({ minLength }) => `isFrom(${minLength})`,
    isMaxLength: ({ maxLength }) => `isUpTo(${maxLength})`,
    isGreaterThanOrEqualTo: ({ minimum }) => `isAtLeast(${minimum})`,
    isLessThanOrEqualTo: ({ maximum }) => `isAtMost(${maximum})`,
    isBase64: () => "isBase64"
  }
  const text = (value) => JSON.stringify(value)

  /** Returns an expression for a function of `plain.ts` or `checks.ts`, or for the call that created it. */
  const functionOf = (value) => {
    const name = functions.get(value)
    if (name !== undefined) return name
    const origin = typeof value === "function" ? origins.originOf(value) : undefined
    return origin && `${functionOf(origin.make)}(${origin.args.map(functionOf)})`
  }

  const compile = (ast, isWriting) => {
    const name = named(ast, isWriting)
    if (name !== undefined) return name
    return linked(ast, ast.encoding ?? [], isWriting)
  }

  /** Returns the rule for a node with transformations. The last transformation is nearest to the encoded value. */
  const linked = (ast, links, isWriting) => {
    const link = links.at(-1)
    if (link === undefined) return local(ast, isWriting)
    const { to, transformation: { decode } } = link
    if (links.length === 1 && isRenaming(ast, to, decode)) return renamed(ast, to, isWriting)
    const from = compile(to, isWriting)
    const target = linked(ast, links.slice(0, -1), isWriting)
    const filling = origins.defaultOf(decode)
    if (filling !== undefined) return `filled(${from}, ${text(filling.value)}, ${target})`
    if (decode._tag === "Passthrough") return target === "string" ? from : `chain(${from}, asIs, ${target})`
    const transform = getters.get(decode) ?? functionOf(decode.transform)
    if (transform === undefined) {
      throw new Refusal("a transformation that isn't in schemas/compiled/plain.ts or checks.ts")
    }
    return `chain(${from}, ${transform}, ${target})`
  }

  const renamed = (ast, to, isWriting) => {
    if ([ast, to].some(({ checks, encodingChecks }) => checks ?? encodingChecks)) {
      throw new Refusal("a check of a whole object")
    }
    const fields = (isWriting ? to : ast).propertySignatures
    const others = (isWriting ? ast : to).propertySignatures
    const irregular = fields.flatMap(({ name }, at) =>
      others[at].name === snakeCase(name) ? [] : [`${text(name)}: ${text(others[at].name)}`]
    )
    const names = irregular.length === 0 ? "" : `, { ${irregular.join(", ")} }`
    return `${isWriting ? "writes" : "reads"}(${fieldsOf(fields, isWriting)}${names})`
  }

  /** Returns the rule for a node without its transformations. */
  const local = (ast, isWriting) => {
    const base = nodeOf(ast, isWriting)
    const checks = [...(ast.encodingChecks ?? []), ...(ast.checks ?? [])].flatMap(filtersOf)
    if (ast._tag === "Declaration" && isSecret(ast)) return base
    const words = checks.map((filter) => `[${testOf(filter)}, ${text(filter.annotations.expected)}]`)
    if (words.length === 0) return base
    const whole = `check(${base}, ${words.join(", ")})`
    return short.get(whole) ?? whole
  }
  const short = new Map([
    [`check(number, [isWhole, "an integer"])`, "int"],
    [`check(number, [isNumber, "a finite number"])`, "finite"]
  ])

  const filtersOf = (check) => check._tag === "FilterGroup" ? check.checks.flatMap(filtersOf) : [check]

  const testOf = (filter) => {
    const own = origins.testOf(filter)
    const { id = "", payload } = filter.annotations?.representation ?? {}
    const name = id.replace("effect/schema/", "")
    const test = own !== undefined
      ? functionOf(own)
      : name === "isInt"
      ? "isWhole"
      : name === "isFinite"
      ? "isNumber"
      : tests[name]?.(payload)
    if (test === undefined) throw new Refusal(`the check "${filter.annotations?.expected ?? name}"`)
    return test
  }

  const primitives = {
    String: "string",
    Number: "number",
    Boolean: "boolean",
    Null: "nothing",
    Undefined: "absent",
    Never: "never",
    Unknown: "unknown",
    ObjectKeyword: "anyObject"
  }

  const nodeOf = (ast, isWriting) => {
    const primitive = primitives[ast._tag]
    if (primitive !== undefined) {
      const expected = format(new SchemaIssue.InvalidType(ast, undefined)).issues[0].message.replace("Expected ", "")
      const usual = { Null: "null", Undefined: "undefined", ObjectKeyword: "object | array | function" }[ast._tag]
      return expected === (usual ?? primitive) ? primitive : `called(${text(expected)}, ${primitive})`
    }
    switch (ast._tag) {
      case "Literal":
        return `literal(${text(ast.literal)})`
      case "Declaration":
        if (isSecret(ast)) return "secret"
        if (ast.annotations?.representation?.id === "effect/schema/Date") return "date"
        throw new Refusal(`the type ${ast.annotations?.expected}`)
      case "Arrays":
        if (ast.rest.length === 1 && ast.elements.length === 0) return `array(${compile(ast.rest[0], isWriting)})`
        if (ast.rest.length === 0) return `tuple(${ast.elements.map((each) => required(each, isWriting)).join(", ")})`
        throw new Refusal("a tuple with a rest")
      case "Objects":
        return objectOf(ast, isWriting)
      case "Union":
        return unionOf(ast, isWriting)
      default:
        throw new Refusal(`the node ${ast._tag}`)
    }
  }

  const required = (ast, isWriting) => {
    if (ast.context?.isOptional) throw new Refusal("an optional element of a tuple")
    return compile(ast, isWriting)
  }

  const objectOf = ({ indexSignatures: [index, ...more], propertySignatures }, isWriting) => {
    if (more.length > 0 || (index !== undefined && index.parameter !== SchemaAST.string)) {
      throw new Refusal("an object whose names follow a rule")
    }
    const rest = index && compile(index.type, isWriting)
    if (propertySignatures.length > 0) {
      return `plainly(${fieldsOf(propertySignatures, isWriting)}${rest === undefined ? "" : `, ${rest}`})`
    }
    if (rest === undefined) throw new Refusal("an object of which nothing is known")
    return `record(${rest})`
  }

  const fieldsOf = (fields, isWriting) =>
    `{ ${
      fields.map(({ name, type }) => {
        const shape = compile(type, isWriting)
        return `${/^[A-Za-z_]\w*$/.test(name) ? name : text(name)}: ${
          type.context?.isOptional ? `optional(${shape})` : shape
        }`
      }).join(", ")
    } }`

  const unionOf = ({ options, types }, isWriting) => {
    if (options?.mode === "oneOf") throw new Refusal("a union of which exactly one member must match")
    const members = types.map((type) => compile(type, isWriting))
    return members.length === 2 && members[1] === "nothing"
      ? `nullable(${members[0]})`
      : `union(${members.join(", ")})`
  }

  const compiled = (isWriting) => (ast) => compile(ast, isWriting)
  return {
    read: ({ ast }) => compiled(false)(ast),
    write: ({ ast }) => compiled(true)(SchemaAST.flip(ast))
  }
}

/** A schema without a rule. */
class Refusal extends Error {
  constructor(what) {
    super(`No rule for ${what}. Add one to .ci/contract.mjs.`)
  }
}

const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Whether a transformation only renames fields, as `Schema.encodeKeys` does. */
const isRenaming = (ast, to, { _tag, transform }) => {
  const fields = ast.propertySignatures
  if (_tag !== "Transform" || fields === undefined || to.propertySignatures?.length !== fields.length) return false
  if (ast.indexSignatures.length > 0 || to.indexSignatures.length > 0) return false
  const values = to.propertySignatures.map(({ name }, at) => [name, at])
  const renamed = transform(Object.fromEntries(values))
  return Object.keys(renamed).length === fields.length && fields.every(({ name }, at) => renamed[name] === at)
}
