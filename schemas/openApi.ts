/** Generates an OpenAPI 3.1 document from the contract at run time. For tools and the docs, not for client bundles. */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type { AccessLevel } from "./access.ts"
import { withoutTrailingSlashes } from "./address.ts"
import { endpoints as everyEndpoint } from "./catalogue.ts"
import { detailsOf, schemasOf } from "./compiled/schemasOf.ts"
import type { AnyEndpoint, Spec } from "./Endpoint.ts"
import { anyCall } from "./errors/anyCall.ts"
import { hostedBaseUrl } from "./hosted.ts"
import * as contract from "./index.ts"
import type { KnownErrorClass } from "./KnownError.ts"
import { wireName } from "./wireNames.ts"

/** A JSON object in the document. */
type Json = { readonly [name: string]: unknown }

/** Options for {@link openApi}. */
export interface OpenApiOptions {
  /** The platform's base URL, without `/api/v1`. @default "https://api.stack-auth.com" */
  readonly baseUrl?: string
  /** @default every endpoint */
  readonly endpoints?: ReadonlyArray<AnyEndpoint>
}

/** An OpenAPI 3.1 document, as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0"
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: { readonly [kind: string]: Json }
}

/** An operation: a method of a path. Has one endpoint, or two that differ in access level or body. */
export interface Operation {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  /** The names of the endpoints. */
  readonly "x-latchkey-endpoints": ReadonlyArray<string>
  /** The lowest access level of each endpoint. */
  readonly "x-latchkey-access": ReadonlyArray<AccessLevel>
  readonly [field: string]: unknown
}

/** Generates an OpenAPI document. */
export const openApi = ({
  baseUrl = hostedBaseUrl,
  endpoints = everyEndpoint
}: OpenApiOptions = {}): OpenApiDocument => {
  const shared: Shared = { schemas: {} }
  const twins = new Map<string, Array<Spec>>()
  for (const { spec } of endpoints) {
    const route = `${spec.method.toLowerCase()} ${spec.path}`
    twins.set(route, [...twins.get(route) ?? [], spec])
  }
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [route, specs] of twins) {
    const [method, path] = route.split(" ") as [string, string]
    ;(paths[path] ??= {})[method] = operationOf(specs, shared)
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Stack Auth API",
      version: "1",
      description: "Derived from Latchkey's contract. The real status of a response may be in x-stack-actual-status."
    },
    servers: [{ url: `${withoutTrailingSlashes(baseUrl)}/api/v1` }],
    paths,
    components: {
      schemas: shared.schemas,
      responses: { AnyCall: anyCallResponse(shared) },
      securitySchemes: Object.fromEntries(
        Object.entries(headers).map(([name, header]) => [name, { type: "apiKey", in: "header", name: header }])
      )
    }
  }
}

interface Shared {
  /** Named schemas, added on first use. */
  readonly schemas: Record<string, unknown>
}

const headers = {
  projectId: "x-stack-project-id",
  accessType: "x-stack-access-type",
  publishableClientKey: "x-stack-publishable-client-key",
  secretServerKey: "x-stack-secret-server-key",
  superSecretAdminKey: "x-stack-super-secret-admin-key",
  accessToken: "x-stack-access-token",
  refreshToken: "x-stack-refresh-token"
} as const

const keys: { readonly [Level in AccessLevel]: ReadonlyArray<keyof typeof headers> } = {
  client: ["publishableClientKey", "accessToken", "refreshToken"],
  server: ["secretServerKey"],
  admin: ["superSecretAdminKey"]
}

const securityOf = ({ access, credentials }: Spec): Json =>
  credentials === "none"
    ? {}
    : Object.fromEntries((["projectId", "accessType", ...keys[access]] as const).map((name) => [name, []]))

const operationOf = (specs: ReadonlyArray<Spec>, shared: Shared): Operation => {
  const [first] = specs as readonly [Spec, ...ReadonlyArray<Spec>]
  const bodies = specs.flatMap((spec) => bodyOf(spec, shared))
  return {
    operationId: first.name,
    tags: distinct(specs.map(({ name }) => name.slice(0, name.indexOf(".")))),
    "x-latchkey-endpoints": specs.map(({ name }) => name),
    "x-latchkey-access": distinct(specs.map(({ access }) => access)),
    security: distinct(specs.map(securityOf)),
    parameters: parametersOf(specs, shared),
    ...(bodies.length === 0 ? {} : {
      requestBody: {
        required: bodies.every(({ required }) => required),
        content: { [bodies[0]!.type]: { schema: anyOf(bodies.map(({ schema }) => schema)) } }
      }
    }),
    responses: {
      ...successesOf(specs, shared),
      ...failuresOf(distinct(specs.flatMap(({ errors }) => errors)), shared),
      default: { $ref: "#/components/responses/AnyCall" }
    }
  }
}

// --- requests ---

interface Field {
  readonly name: string
  readonly required: boolean
  readonly schema: unknown
}

const fieldsOf = (spec: Spec, shared: Shared): ReadonlyArray<Field> =>
  Object.entries(schemasOf(spec).input).map(([key, field]) => {
    const ast = SchemaAST.toEncoded((field as Schema.Top).ast)
    return { name: wireName(key, field), required: !SchemaAST.isOptional(ast), schema: jsonOf(ast, shared) }
  })

const parametersOf = (specs: ReadonlyArray<Spec>, shared: Shared): ReadonlyArray<Json> => {
  const found = specs.flatMap((spec) =>
    fieldsOf(spec, shared).flatMap(({ name, required, schema }) =>
      spec.pathNames.includes(name)
        ? [{ name, in: "path", required: true, schema }]
        : spec.queryNames.includes(name)
        ? [{ name, in: "query", required, schema }]
        : []
    )
  )
  return distinct(found.map(({ name }) => name)).map((name) => {
    const same = found.filter((parameter) => parameter.name === name)
    const required = same.length === specs.length && same.every((parameter) => parameter.required)
    return { ...same[0]!, required, schema: anyOf(same.map(({ schema }) => schema)) }
  })
}

const bodyOf = (spec: Spec, shared: Shared) => {
  if (spec.body === "none") return []
  const fields = fieldsOf(spec, shared).filter(({ name }) =>
    !spec.pathNames.includes(name) && !spec.queryNames.includes(name)
  )
  const needed = fields.filter(({ required }) => required).map(({ name }) => name)
  return [{
    type: spec.body === "form" ? "application/x-www-form-urlencoded" : "application/json",
    required: needed.length > 0,
    schema: {
      type: "object",
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      ...(needed.length === 0 ? {} : { required: needed }),
      ...(spec.unknownFields === "refused" ? { additionalProperties: false } : {})
    }
  }]
}

// --- responses ---

const successesOf = (specs: ReadonlyArray<Spec>, shared: Shared): Json => {
  const responses = specs.map((spec) => ({
    status: typeof spec.status === "number" ? String(spec.status) : "2XX",
    schema: jsonOf(SchemaAST.toEncoded(schemasOf(spec).output.ast), shared)
  }))
  return Object.fromEntries(
    distinct(responses.map(({ status }) => status)).map((status) => [status, {
      description: "Done.",
      content: {
        "application/json": {
          schema: anyOf(responses.filter((response) => response.status === status).map(({ schema }) => schema))
        }
      }
    }])
  )
}

const failuresOf = (errors: ReadonlyArray<KnownErrorClass>, shared: Shared): Json =>
  Object.fromEntries(
    distinct(errors.map(({ spec }) => String(spec.status))).map((status) => {
      const these = errors.filter(({ spec }) => String(spec.status) === status)
      return [status, {
        description: these.map(({ spec }) => spec.code).join(", "),
        headers: { "x-stack-known-error": { schema: { enum: these.map(({ spec }) => spec.code) } } },
        content: { "application/json": { schema: anyOf(these.map((error) => errorOf(error, shared))) } }
      }]
    })
  )

const anyCallResponse = (shared: Shared): Json => ({
  description:
    "Errors that any request can fail with: an error of the project's keys or the session, or a plain-text error.",
  content: {
    "application/json": { schema: anyOf(anyCall.map((error) => errorOf(error as KnownErrorClass, shared))) },
    "text/plain": { schema: { type: "string" } }
  }
})

/** The body of a known error. Details may be missing or unexpected, so no detail is required. */
const errorOf = ({ spec }: KnownErrorClass, shared: Shared): Json => {
  const details = Object.entries(detailsOf(spec)).map(([key, field]) => [
    wireName(key, field),
    jsonOf(SchemaAST.toEncoded((field as Schema.Top).ast), shared)
  ])
  shared.schemas[spec.tag] ??= {
    type: "object",
    properties: {
      code: { const: spec.code },
      error: { type: "string" },
      ...(details.length === 0 ? {} : { details: { type: "object", properties: Object.fromEntries(details) } })
    },
    required: ["code", "error"]
  }
  return { $ref: `#/components/schemas/${spec.tag}` }
}

// --- schemas ---

/** The entities by their encoded schema, so that each appears in the document once. */
const entities: ReadonlyMap<SchemaAST.AST, string> = new Map(
  Object.entries(contract).flatMap(([name, value]): Array<[SchemaAST.AST, string]> =>
    Schema.isSchema(value) ? [[SchemaAST.toEncoded(value.ast), name]] : []
  )
)

const jsonOf = (ast: SchemaAST.AST, shared: Shared): unknown => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.make(plain(ast)))
  for (const [name, definition] of Object.entries(definitions)) shared.schemas[name] ??= tidy(definition)
  return tidy(schema)
}

/** Replaces entities by references, and removes `undefined`: JSON omits it, and JSON Schema would show it as `null`. */
const plain = (ast: SchemaAST.AST): SchemaAST.AST => {
  const name = entities.get(ast)
  const annotations = name === undefined ? ast.annotations : { ...ast.annotations, identifier: name }
  switch (ast._tag) {
    case "Objects":
      return new SchemaAST.Objects(
        ast.propertySignatures
          .filter(({ type }) => type._tag !== "Never")
          .map(({ name, type }) => new SchemaAST.PropertySignature(name, plain(type))),
        ast.indexSignatures.map(({ parameter, type }) => new SchemaAST.IndexSignature(parameter, plain(type))),
        annotations,
        ast.checks,
        undefined,
        ast.context
      )
    case "Arrays":
      return new SchemaAST.Arrays(
        ast.isMutable,
        ast.elements.map(plain),
        ast.rest.map(plain),
        annotations,
        ast.checks,
        undefined,
        ast.context
      )
    case "Union":
      return new SchemaAST.Union(
        ast.types.filter((member) => member._tag !== "Undefined").map(plain),
        ast.options,
        annotations,
        ast.checks,
        undefined,
        ast.context
      )
    default:
      return ast
  }
}

/** Rewrites references for OpenAPI, and unwraps unions with a single member. */
const tidy = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(tidy)
  if (typeof node !== "object" || node === null) return node
  const entries = Object.entries(node).map(([key, value]) =>
    key === "$ref" && typeof value === "string"
      ? [key, value.replace("#/$defs/", "#/components/schemas/")]
      : [key, tidy(value)]
  )
  const { anyOf: choices, ...rest } = Object.fromEntries(entries) as Record<string, unknown>
  return choices === undefined ? rest : { ...rest, ...anyOf(choices as ReadonlyArray<unknown>) as object }
}

const anyOf = (schemas: ReadonlyArray<unknown>): unknown => {
  const choices = distinct(schemas)
  return choices.length === 1 ? choices[0] : { anyOf: choices }
}

/** Removes duplicates, comparing values by their JSON. */
const distinct = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => {
  const seen = new Map<unknown, A>()
  for (const value of values) {
    const key = typeof value === "object" ? JSON.stringify(value) : value
    if (!seen.has(key)) seen.set(key, value)
  }
  return [...seen.values()]
}
