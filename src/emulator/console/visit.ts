/** Pages of the console and their actions. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { type EmulatorHandle, type OperationName, operationOf, perform, sendAsAdmin } from "../server/index.ts"
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

/** An action was rejected. The sentence states the reason. */
export class Refused extends Data.TaggedError("Refused")<{ readonly sentence: string }> {}

/** Page to show after an action, and the sentence that confirms the action. */
export interface Done {
  readonly notice: NoticeName
  readonly page: string
}

/** Sentences that confirm actions. */
export const sentences = {
  added: "Added.",
  saved: "Saved.",
  deleted: "Deleted.",
  signedOut: "Signed out everywhere.",
  sent: "Sent. The email is on this page.",
  moved: "Clock changed.",
  cleared: "Cleared.",
  paused: "Paused.",
  resumed: "Resumed.",
  retried: "Retried.",
  canceled: "Canceled.",
  boosted: "Capacity quadrupled for four hours.",
  refunded: "Refunded.",
  reset: "The emulator was reset."
} as const

/** The key of a message that the console shows after an action. */
export type NoticeName = keyof typeof sentences

/** Action of a form. It ends with a redirect to a page or another site. */
export type Action = (visit: Visit, form: URLSearchParams) => Effect.Effect<Done | { readonly site: string }, Refused>

/** A page of the console. */
export interface Page {
  readonly title: (visit: Visit) => string
  readonly content: (visit: Visit) => Effect.Effect<Html>
  /** Actions by the value of the form field `do`. */
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
 * Returns an action that performs a control operation. The form's fields have the names of the operation's input. The
 * user or team comes from the URL of the page.
 *
 * @param after Page to show afterwards, or a function that chooses it by the operation's output.
 * @param inputOf Changes the input from the form's fields. The page shows the message of an error that it throws.
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

/** Sends a request to the platform as the project's back end. Rejects with the message of an error response. */
export const sendToPlatform = (
  { platform, project }: Visit,
  method: string,
  path: string,
  body?: object
): Effect.Effect<unknown, Refused> =>
  Effect.mapError(
    sendAsAdmin(platform, project, method, path, body),
    ({ message }) => new Refused({ sentence: message })
  )

/** Reads an operation's input from a form. Empty fields become `null` if the operation allows it, and are omitted otherwise. */
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
