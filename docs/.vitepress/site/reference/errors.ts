/** Generates a page for each error. */
import type { ts } from "ts-morph"
import { errorCatalogue, type ErrorEntry } from "../../../../src/cli/errors/index.ts"
import { endpointLink } from "./endpoints.ts"
import type { Export, Printer } from "./exports.ts"
import type { GeneratedPage } from "./generatedPage.ts"
import { topicOf, topics } from "./topics.ts"
import { code, firstSentence, proseOf, table } from "./words.ts"

export const readErrors = errorCatalogue

export const errorLink = ({ name }: ErrorEntry): string => `/errors/${name}`

const retries = {
  never: "No.",
  renewed: "Once, immediately, if the rejected token can be refreshed.",
  idempotent: "As the retry policy decides, for calls that are safe to send twice.",
  always: "As the retry policy decides."
} as const

export interface ErrorContext {
  /** The exported classes by tag. */
  readonly classes: ReadonlyMap<string, Export>
  readonly flowLink: (name: string) => string | undefined
  readonly print: Printer
}

export const errorPages = (entries: ReadonlyArray<ErrorEntry>, context: ErrorContext): ReadonlyArray<GeneratedPage> =>
  inTopics(entries).map((entry) => ({
    name: entry.name,
    title: entry.name,
    description: firstSentence(proseOf(entry.what)).replace(/\s*\n\s*/g, " ").replace(/[`[\]]|\([^)]*\)/g, ""),
    group: topicOf(entry),
    content: contentOf(entry, context)
  }))

const inTopics = (entries: ReadonlyArray<ErrorEntry>): ReadonlyArray<ErrorEntry> =>
  entries.toSorted((a, b) =>
    topics.indexOf(topicOf(a)) - topics.indexOf(topicOf(b)) || a.name.localeCompare(b.name, "en")
  )

const list = (items: ReadonlyArray<string>): string => items.map((item) => `- ${proseOf(item)}`).join("\n")

const contentOf = (entry: ErrorEntry, { classes, flowLink, print }: ErrorContext): string => {
  const { anyCall, causes, code: known, families, fixes, flows, field, message, raisedBy, retried, status, tag, what } =
    entry
  const raisers = [
    ...(anyCall ? ["any call, as a reason of [`CallError`](/errors/CallError)"] : []),
    ...flows.map((name) => linked(name, flowLink(name))),
    ...raisedBy.map((name) => linked(name, endpointLink(name)))
  ]
  const details = detailsOf(classes.get(tag), print)
  return [
    `# ${entry.name}`,
    proseOf(what),
    message === undefined ? "" : `> ${message.split("\n").join("\n> ")}`,
    causes.length === 0 ? "" : `## Common causes\n\n${list(causes)}`,
    fixes.length === 0 ? "" : `## How to fix it\n\n${list(fixes)}`,
    `## Handle it\n\n${handled(entry)}`,
    details === "" ? "" : `## Details\n\n${details}`,
    "## Facts",
    table(["", ""], [
      ["Tag", code(tag)],
      ...(known === undefined ? [] : [["Code", code(known)]]),
      ...(status === undefined ? [] : [["Status", String(status)]]),
      ...(families.length === 0 ? [] : [["Families", families.map(code).join(" < ")]]),
      ...(field === undefined ? [] : [["Form field", code(field)]]),
      ["Retried", retries[retried]],
      ...(entry.from === undefined ? [] : [["Import", code(entry.from)]])
    ]),
    raisers.length === 0 ? "" : `## Raised by\n\n${raisers.map((each) => `- ${each}`).join("\n")}`
  ].filter(Boolean).join("\n\n")
}

const linked = (name: string, link: string | undefined): string =>
  link === undefined ? code(name) : `[${code(name)}](${link})`

const detailsOf = (exported: Export | undefined, print: Printer): string => {
  if (exported === undefined) return ""
  const type: ts.Type = print.checker.getDeclaredTypeOfSymbol(exported.symbol)
  const details = type.getProperty("details")
  return details === undefined
    ? ""
    : print.membersOf(print.propertiesOf(print.checker.getTypeOfSymbol(details)), "Detail")
}

const handled = ({ anyCall, from, tag }: ErrorEntry): string => {
  const isReason = anyCall && tag !== "CallError"
  const test = isReason
    ? `error instanceof CallError && error.reason._tag === "${tag}"`
    : from === undefined
    ? `error._tag === "${tag}"`
    : `error instanceof ${tag}`
  return [
    "::: code-group",
    isReason
      ? `\`\`\`ts [Effect]\nEffect.catchReason("CallError", "${tag}", (reason) => …)\n\`\`\``
      : `\`\`\`ts [Effect]\nEffect.catchTag("${tag}", (error) => …)\n\`\`\``,
    `\`\`\`ts [Promise]\ntry {\n  …\n} catch (error) {\n  if (${test}) …\n}\n\`\`\``,
    ":::"
  ].join("\n\n")
}
