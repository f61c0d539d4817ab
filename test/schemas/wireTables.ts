/**
 * Tables that describe the platform's wire format, if they are available (`../shared/wire`). Also generates JSON from
 * the tables: for each level, every form that a request or response may have.
 */
import { existsSync, readFileSync } from "node:fs"
import type { AccessLevel } from "../../schemas/access.ts"

const folder = new URL("../../../shared/wire/", import.meta.url)

/** Whether the tables are available. */
export const isAvailable = existsSync(new URL("errors.json", folder))

const table = (name: string): any => JSON.parse(readFileSync(new URL(name, folder), "utf8"))

/** A field of an entity, request or response. */
export interface Field {
  readonly type?: string
  readonly nullable?: boolean
  readonly optional?: boolean
  readonly required?: boolean
  readonly levels?: string
  readonly access?: string
  readonly since?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly value?: unknown
  readonly allowed?: ReadonlyArray<unknown>
  readonly length?: number
  readonly format?: string
  readonly fields?: { readonly [name: string]: Field } | string
  readonly constraints?: {
    readonly shape?: string
    readonly enum?: ReadonlyArray<unknown>
    readonly value?: unknown
    readonly format?: string
    readonly min?: number
  }
}

/** A body, described by its fields or by the name of an entity. */
export interface Body {
  readonly ref?: string
  readonly fields?: { readonly [name: string]: Field | string }
  readonly status?: number | string
}

/** One row per method and path. */
export interface Row {
  readonly method: string
  readonly path: string
  readonly access: string | { readonly [level: string]: string }
  readonly pathParams?: { readonly [name: string]: Field | string }
  readonly query?: { readonly [name: string]: Field | string }
  readonly request?: Body | null
  readonly response?: Body | null
  readonly errors: ReadonlyArray<string>
  /** Additional errors of later revisions. */
  readonly laterErrors?: ReadonlyArray<string>
  /** Keys that the route accepts and validates, but doesn't use. */
  readonly queryWithoutEffect?: ReadonlyArray<string>
  readonly since: string
}

/** One known error. */
export interface ErrorRow {
  readonly code: string
  readonly status: number | null
  readonly parent: string | null
  readonly abstract: boolean
  readonly details: { readonly [name: string]: { readonly type: string } } | null
  readonly publicName: string
  /** Name of the error in the documents. */
  readonly specName?: string | null
  readonly humanTextOnly?: boolean
}

/**
 * Whether a row is about payments, the data vault, the duration of queries, saved conversations or feedback, which have
 * their own table.
 */
const isPayment = ({ path }: Row): boolean =>
  /\/payments\/|\/data-vault\/|\/query\/timing$|\/ai-conversations|\/feedback$/.test(path ?? "")

/** A row of the table of what came after the last revision that was seen. */
interface NewestRow extends Row {
  readonly kind: string
  readonly standing: string
  /** What changed in an endpoint that an earlier table describes. */
  readonly changes?: ReadonlyArray<string>
}

interface Entities {
  readonly [name: string]: {
    readonly fields?: { readonly [name: string]: Field }
  }
}

/** Entities of which several tables describe one view each, by the name of their additions. */
const views: { readonly [name: string]: ReadonlyArray<string> } = { Project: ["ClientProject", "AdminProject"] }

/**
 * Returns the parameters of a row, with the types that the earlier tables have for them. Without those that clients should
 * not send, because their values aren't known.
 */
const parametersOf = (query: NonNullable<Row["query"]>): NonNullable<Row["query"]> =>
  Object.fromEntries(
    Object.entries(query).filter(([, field]) => !JSON.stringify(field).includes("Do not send")).map(([name, field]) => {
      const type = name.endsWith("_ids")
        ? "string (comma-separated uuids)"
        : /_(?:min|max|millis)$/.test(name)
        ? "string (integer)"
        : undefined
      return [name, type === undefined || typeof field === "string" ? field : { ...field, type }]
    })
  )

/** Adds the entities of the newest table, and its fields of earlier entities. */
const withNewest = (entities: Entities): Entities => {
  const newest = table("entities-newest.json") as Entities
  const all: Record<string, Entities[string]> = { ...newest, ...entities }
  for (const [name, { fields }] of Object.entries(newest)) {
    if (!name.endsWith("+")) continue
    const own = name.slice(0, -1)
    for (const view of views[own] ?? [own]) {
      const added = Object.entries(fields ?? {})
        .filter(([field]) => !field.includes("."))
        .map(([field, described]) => [field, view.startsWith("Admin") ? { ...described, levels: "admin" } : described])
      all[view] = { ...all[view], fields: { ...all[view]?.fields, ...Object.fromEntries(added) } }
    }
  }
  return all
}

const load = () => {
  const [, ...clientServer] = table("endpoints-client-server.json") as ReadonlyArray<Row>
  const payments = (table("endpoints-payments.json") as ReadonlyArray<Row>).filter(isPayment)
  const admin = (table("endpoints-admin.json") as ReadonlyArray<Row>).filter((row) => !isPayment(row))
  return {
    rows: [...clientServer, ...admin, ...payments],
    newest: (table("endpoints-newest.json") as ReadonlyArray<NewestRow>)
      .filter(({ kind, standing }) => kind === "endpoint" && standing !== "dropped")
      .map(({ query = {}, ...row }) => ({ ...row, query: parametersOf(query) })),
    errors: table("errors.json") as ReadonlyArray<ErrorRow>,
    entities: withNewest({
      ...table("entities-client-server.json"),
      ...table("entities-admin.json"),
      ...table("entities-payments.json")
    })
  }
}

/** All tables. They are empty if the files are not available. */
export const wire = isAvailable ? load() : { rows: [], newest: [], errors: [], entities: {} }

/** Returns the known errors of a row, in all revisions. */
export const errorsOf = ({ errors, laterErrors = [] }: Row): ReadonlyArray<string> => [...errors, ...laterErrors]

/** Returns the levels that may call the endpoint of a row. */
export const levelsOf = ({ access }: Row): ReadonlyArray<AccessLevel> => {
  const all = ["client", "server", "admin"] as const
  if (typeof access === "object") {
    return all.filter((level) =>
      access[level] !== undefined && access[level] !== "-" && !access[level].startsWith("denied")
    )
  }
  return access === "server" ? ["server", "admin"] : access === "admin" ? ["admin"] : all
}

/**
 * Form of the generated JSON: with every field (`full`), with only the fields that all revisions have (`bare`), with
 * `null` wherever it is allowed (`null`), or with unknown values of a future platform (`tomorrow`).
 */
export type Form = "full" | "bare" | "null" | "tomorrow"

/** A table doesn't describe a value precisely enough to generate JSON. */
export class TooLoose extends Error {}

export const uuid = "3f0c1a52-7d4e-4b8a-9c6d-2e1f5a7b9c0d"

const samples: { readonly [type: string]: unknown } = {
  string: "text",
  "string (email)": "ann@example.com",
  "string (strict email)": "ann@example.com",
  "string (url)": "https://app.example.com/a",
  "string (uuid)": uuid,
  "string (ISO date-time)": "2026-04-24T10:00:00.000Z",
  "string (comma-separated uuids)": uuid,
  "string (integer)": "7",
  boolean: true,
  uuid,
  "uuid|'me'": uuid,
  "uuid | 'internal'": uuid,
  "uuid | false": uuid,
  "string (uuid) or false": uuid,
  "string|null": "text",
  "url or base64 image data URL": "https://app.example.com/logo.png",
  "provider type": "github",
  "permission-id": "read_things",
  email: "ann@example.com",
  url: "https://app.example.com/a",
  millis: 1_766_000_000_000,
  jwt: "e30.e30.c2ln",
  "ref:OAuthProviderType": "github",
  "integer 0..100": 7,
  json: { a: [1, "b", null, { c: true }] },
  "any JSON": { a: 1 },
  "ISO string": "2026-04-24T10:00:00.000Z",
  "ref:MoneyAmount": "10.50",
  "ref:DayInterval": [1, "month"],
  "ref:DayInterval | 'never'": [1, "month"],
  "integer as string": "7",
  "'true'|'false'": "true",
  "record<method id, 'on'|'off'>": { card: "on" },
  "object (string to any)": { a: 1 },
  base64: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=",
  integer: 7,
  number: 7,
  "number (epoch ms)": 1_766_000_000_000,
  "string (ISO date)": "2026-04-24T10:00:00.000Z"
}

/** Generates JSON for a type as named in the tables. */
export const sample = (type: string, form: Form, level: AccessLevel): unknown => {
  const literal = /^"([^"]+)"/.exec(type)?.[1]
  if (literal !== undefined) return form === "tomorrow" ? "unheard-of" : literal
  const list = /^array<(.*)>$/.exec(type)?.[1] ?? /^array of (.*)$/.exec(type)?.[1]
  if (list !== undefined) return form === "bare" ? [] : [sample(list, form, level)]
  const record = /^record<(?:string|\w+ id), (?:ref:)?(.*)>$/.exec(type)?.[1]
  if (record !== undefined) return form === "bare" ? {} : { key: sample(record, form, level) }
  const shape = /^\{(.*)\}$/.exec(type)?.[1]?.trim()
  if (shape !== undefined) return sampleShape(shape, form, level)
  if (Object.hasOwn(samples, type)) return samples[type]
  return sampleEntity(type.replace(/^ref:/, "").split(" | ")[0]!, form, level)
}

const sampleShape = (shape: string, form: Form, level: AccessLevel) =>
  Object.fromEntries(
    shape.split(", ").flatMap((part) => {
      const [, name, optional, type] = /^(\w+)(\??): ([^{}[\]]+)$/.exec(part) ?? []
      if (name === undefined) throw new TooLoose(shape)
      const [kind, ...others] = type!.replace(/ = null$/, "").split("|")
      if (optional === "?" && form === "bare") return []
      return [[name, others.includes("null") && form === "null" ? null : sample(kind!, form, level)]]
    })
  )

/** Generates JSON for an entity. `List<User>` and similar names are lists. */
export const sampleEntity = (name: string, form: Form, level: AccessLevel): unknown => {
  const list = /^(?:(?:Paginated)?List<(.*)>|List of (.*))$/.exec(name)?.slice(1).find((item) => item !== undefined)
  if (list !== undefined) {
    const items = form === "bare" ? [] : [sampleEntity(list, form, level)]
    return name.startsWith("P") || name.startsWith("List of")
      ? { items, is_paginated: true, pagination: { next_cursor: form === "null" ? null : uuid } }
      : { items, is_paginated: false }
  }
  const { fields } = wire.entities[renamed[name] ?? name] ?? {}
  if (fields === undefined) throw new TooLoose(name)
  // at every level, a project's owner sees all fields of the project
  const seen = Object.values(fields).some(({ levels = level }) => levels.includes(level))
  return sampleFields(fields, form, seen ? level : "admin")
}

/** Names of entities that are different in the tables of endpoints and in the tables of entities. */
const renamed: { readonly [name: string]: string } = {
  ProjectAdminView: "AdminProject",
  ProjectClientView: "ClientProject"
}

/** Generates JSON for named fields. */
export const sampleFields = (
  fields: { readonly [name: string]: Field | string },
  form: Form,
  level: AccessLevel
): { readonly [name: string]: unknown } => {
  const named = Object.entries(fields).map(([name, described]) =>
    [name, typeof described === "string" ? { type: described } : described] as readonly [string, Field]
  )
  const allLater = named.every(([, { since }]) => since === "later")
  return Object.fromEntries(named.flatMap(([name, field]) => {
    const levels = (field.levels ?? field.access)?.replace(/\([^)]*\)/, "")
    if (levels !== undefined && levels !== "none" && !levels.includes(level)) return []
    const absent = field.optional === true || field.required === false || (field.since === "later" && !allLater)
    if (form === "bare" && absent) return []
    return [[
      name,
      form === "null" && field.nullable === true
        ? null
        : Object.hasOwn(particular, name) && field.enum === undefined
        ? particular[name]
        : sampleField(field, form, level)
    ]]
  }))
}

/** Fields that the tables describe only in words. */
const particular: { readonly [name: string]: unknown } = {
  code: "a".repeat(45),
  code_challenge: "a".repeat(43),
  team_id: uuid,
  logo_url: "https://app.example.com/logo.png",
  full_logo_url: "https://app.example.com/logo.png",
  logo_dark_mode_url: "https://app.example.com/logo.png",
  logo_full_dark_mode_url: "https://app.example.com/logo.png",
  expires_at: "2026-04-24T10:00:00.000Z",
  timeout_ms: 5000,
  expires_in_millis: 60_000,
  offset: "7",
  limit: "7",
  simple_status: "ok"
}

const sampleField = (field: Field, form: Form, level: AccessLevel): unknown => {
  const { constraints } = field
  const fixed = field.value ?? constraints?.value
  if (fixed !== undefined) return fixed
  if (constraints?.shape !== undefined) return sample(constraints.shape, form, level)
  const values = field.enum ?? field.allowed ?? constraints?.enum
  if (values !== undefined) return form === "tomorrow" && values.length > 1 ? "unheard-of" : values[0]
  if (field.type === "array" || typeof field.fields === "string") throw new TooLoose("array")
  if (typeof field.fields === "object") return sampleFields(field.fields, form, level)
  if (field.length !== undefined) return "a".repeat(field.length)
  if ((field.format ?? constraints?.format)?.startsWith("email")) return "ann@example.com"
  return sample(field.type ?? "json", form, level)
}

/** Generates JSON for a body. */
export const sampleBody = (body: Body, form: Form, level: AccessLevel): unknown => {
  const entity = body.ref ?? body.fields?.["$entity"]
  if (typeof entity === "string") return sampleEntity(entity, form, level)
  return sampleFields(body.fields ?? {}, form, level)
}

/** Generates a query. All its values are strings. */
export const sampleQuery = (row: Row, form: Form, level: AccessLevel): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(sampleFields(row.query ?? {}, form, level)).map(([name, value]) => [name, String(value)])
  )

/** Generates a path with an id for every placeholder. */
export const samplePath = (row: Row): string =>
  row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "permission_id") return "read_things"
    if (name === "level") return "branch"
    const described = row.pathParams?.[name]
    const field: Field = typeof described === "object" ? described : {}
    return String((field.enum ?? field.allowed ?? field.constraints?.enum)?.[0] ?? uuid)
  })
