/** What a page of the console is shown for, and what may be done on it. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { EmulatorHandle } from "../server/index.ts"
import type { Outgoing, Platform, Project } from "../state/index.ts"
import type { Html } from "./html.ts"

/** Where the console is. */
export const consolePath = "/emulator"

/** Somebody before a page. */
export interface Visit {
  readonly emulator: EmulatorHandle
  readonly platform: Platform
  readonly project: Project
  /** The address's query; of a search, what was searched for. */
  readonly query: URLSearchParams
}

/** It was not done. The sentence says why. */
export class Refused extends Data.TaggedError("Refused")<{ readonly sentence: string }> {}

/** The page that comes after something was done, and says so. */
export interface Done {
  readonly said: Said
  readonly page: string
  readonly query?: { readonly [name: string]: string }
}

/** What was done, for the page that comes after it. */
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

/** Does what a form asks for, and leads to a page or another site. */
export type Action = (visit: Visit, form: URLSearchParams) => Effect.Effect<Done | { readonly site: string }, Refused>

/** A page of the console. */
export interface Page {
  readonly title: (visit: Visit) => string
  readonly content: (visit: Visit) => Effect.Effect<Html>
  /** By the form's field `do`. */
  readonly actions?: { readonly [name: string]: Action }
  /** Where forms may lead besides the console: to apps. */
  readonly leadsToApps?: true
}

/** The address of a page, in the project that is looked at. */
export const to = (
  { emulator, project }: Visit,
  page: string,
  query: { readonly [name: string]: string } = {}
): string => {
  const shown = project.id === emulator.project.projectId ? query : { ...query, project: project.id }
  const text = String(new URLSearchParams(shown))
  return `${consolePath}${page}${text === "" ? "" : `?${text}`}`
}

/** What a promise of the emulator's rejects with is a sentence: what the control API can do, the console does by it. */
export const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, Refused> =>
  Effect.tryPromise({
    try: run,
    catch: (error) => new Refused({ sentence: error instanceof Error ? error.message : String(error) })
  })

/** An answer of the console. */
export const answer = (status: number, headers: { readonly [name: string]: string }, body = ""): Outgoing => ({
  status,
  headers: { "cache-control": "no-store", "x-content-type-options": "nosniff", ...headers },
  body
})
