/** Pages of the console and their actions. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { type EmulatorHandle, type OperationName, operationOf, perform } from "../server/index.ts"
import type { Outgoing, Platform, Project } from "../state/index.ts"
import type { Html } from "./html.ts"

/** Path of the console. */
export const consolePath = "/emulator"

/** A request for a page. */
export interface Visit {
  readonly emulator: EmulatorHandle
  readonly platform: Platform
  readonly project: Project
  /** Query of the URL; for a search, the fields of its form. */
  readonly query: URLSearchParams
}

/** An action that was refused. The sentence says why. */
export class Refused extends Data.TaggedError("Refused")<{ readonly sentence: string }> {}

/** Page to show after an action, with a sentence that says what was done. */
export interface Done {
  readonly said: Said
  readonly page: string
}

/** Sentences that say what was done. */
export const sentences = {
  added: "Added.",
  saved: "Saved.",
  deleted: "Deleted.",
  signedOut: "Signed out everywhere.",
  sent: "Sent. The mail is under Mails.",
  moved: "The clock is moved.",
  cleared: "Cleared.",
  reset: "Everything is as the seed has it."
} as const

/** The key of a sentence. */
export type Said = keyof typeof sentences

/** Performs the action of a form, and redirects to a page or another site. */
export type Action = (visit: Visit, form: URLSearchParams) => Effect.Effect<Done | { readonly site: string }, Refused>

/** A page of the console. */
export interface Page {
  readonly title: (visit: Visit) => string
  readonly content: (visit: Visit) => Effect.Effect<Html>
  /** By the form's field `do`. */
  readonly actions?: { readonly [name: string]: Action }
  /** Whether forms may redirect to apps. */
  readonly leadsToApps?: true
}

/** Returns the URL of a page in the current project. */
export const to = (
  { emulator, project }: Visit,
  page: string,
  query: { readonly [name: string]: string } = {}
): string => {
  const shown = project.id === emulator.project.projectId ? query : { ...query, project: project.id }
  const text = String(new URLSearchParams(shown))
  return `${consolePath}${page}${text === "" ? "" : `?${text}`}`
}

type Fields = { readonly [name: string]: unknown }

/**
 * Returns an action that performs a control operation. Its input is in the form's fields, which have the operation's
 * names; the user or team is the one of the page's address.
 *
 * @param after The page to show then, or what to do with the operation's output.
 * @param inputOf Changes the input that the form's fields make. May throw an error whose message the page shows.
 */
export const operate = (
  name: OperationName,
  after: Done | ((output: unknown, visit: Visit) => Done | { readonly site: string }),
  inputOf: (fields: Fields, form: URLSearchParams) => Fields = (fields) => fields
): Action =>
(visit, form) =>
  Effect.gen(function*() {
    const input = yield* Effect.try({
      try: () => inputOf(fieldsOf(name, visit, form), form),
      catch: (error) => new Refused({ sentence: (error as Error).message })
    })
    const output = yield* Effect.mapError(
      perform(visit, name, input),
      ({ error }) => new Refused({ sentence: error })
    )
    return typeof after === "function" ? after(output, visit) : after
  })

/** Reads an operation's input from a form. An empty field is `null` if the operation allows it, and otherwise omitted. */
const fieldsOf = (name: OperationName, { project, query }: Visit, form: URLSearchParams): Fields => {
  const { input } = operationOf(name)
  const fields = "fields" in input ? Object.entries(input.fields as Schema.Struct.Fields) : []
  const id = query.get("id")
  const given: Fields = { projectId: project.id, ...(id !== null && { user: id, team: id }) }
  return Object.fromEntries(fields.flatMap(([field, { ast }]): ReadonlyArray<[string, unknown]> => {
    const text = form.get(field)
    if (SchemaAST.isBoolean(ast)) return [[field, text !== null]]
    if (text === null) return field in given ? [[field, given[field]]] : []
    if (text !== "") return [[field, text]]
    return SchemaAST.isUnion(ast) ? [[field, null]] : SchemaAST.isOptional(ast) ? [] : [[field, ""]]
  }))
}

/** Builds a response of the console. */
export const response = (status: number, headers: { readonly [name: string]: string }, body = ""): Outgoing => ({
  status,
  headers: { "cache-control": "no-store", "x-content-type-options": "nosniff", ...headers },
  body
})
