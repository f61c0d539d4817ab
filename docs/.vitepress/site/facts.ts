/**
 * Facts of a guide, which the site adds below its title and at its end: the entries that its code imports, what the project
 * needs, and the errors of the calls on the page. Errors come from the types of the calls (`.ci/api.txt`).
 */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { site } from "./addresses.ts"
import { anchorOf } from "./anchorOf.ts"
import { frontMatterOf, root } from "./pages.ts"
import { readGenerated } from "./reference/read.ts"

/** Name of the section with the errors. */
const errorsHeading = "Errors of these calls"

/** Returns the top-level parts of a list in angle brackets, from the position after the bracket. */
const argumentsAt = (text: string, start: number): ReadonlyArray<string> => {
  const parts = [""]
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]!
    if ("<({[".includes(char)) depth++
    else if (")}]".includes(char) || char === ">" && text[at - 1] !== "=") depth--
    if (depth < 0) break
    if (char === "," && depth === 0) parts.push("")
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim())
}

/** Returns the names of the errors in the type of a call: of the last `Effect`, or of an `EndpointCall`. */
const errorsIn = (type: string): ReadonlyArray<string> => {
  const effect = type.lastIndexOf("Effect.Effect<")
  const endpoint = type.lastIndexOf("EndpointCall<")
  const union = effect >= 0
    ? argumentsAt(type, effect + "Effect.Effect<".length)[1]
    : endpoint >= 0
    ? argumentsAt(type, endpoint + "EndpointCall<".length)[3]
    : undefined
  return union?.match(/\b[A-Z]\w+\b/g) ?? []
}

/** Entries whose calls guides show. Promise clients have the same calls. */
const entries = ["latchkey", "latchkey/payments", "latchkey/accounts", "latchkey/metadata", "latchkey/credits"]

/**
 * Errors of each call by its name in Effect programs: `signIn.withCode`, `Server.users.create`. Below the name of a call,
 * `api.txt` has its type, or `= latchkey Server.userApiKeys.create` for a call with two names.
 */
const errorsOfCalls: ReadonlyMap<string, ReadonlyArray<string>> = (() => {
  const lines = readFileSync(path.join(root, ".ci/api.txt"), "utf8").split("\n")
  const types = new Map(
    lines.flatMap((line, at) => /^latchkey\S* \S+$/.test(line) ? [[line, lines[at + 1] ?? ""]] : [])
  )
  const found = new Map<string, ReadonlyArray<string>>()
  for (const [call, type] of types) {
    const [entry = "", name = ""] = call.split(" ")
    if (!name.includes(".") || !entries.includes(entry)) continue
    const errors = errorsIn(type.startsWith("\t= ") ? types.get(type.slice(3)) ?? "" : type)
    if (errors.length > 0) found.set(name, errors)
  }
  return found
})()

/** Names of the pages of errors, by tag. */
const pagesOfErrors: ReadonlyMap<string, string> = new Map(
  readGenerated().errors.flatMap(({ content, name }) => {
    const [, tag] = /^\| Tag +\| `(\w+)`/m.exec(content) ?? []
    return tag === undefined ? [] : [[tag, name] as const]
  })
)

/** Levels of promise clients: `server.users.create` is `Server.users.create` in Effect programs. */
const levels: { readonly [client: string]: string } = { client: "", server: "Server.", admin: "Admin." }

/** Returns the names of the calls on a page, in code blocks and in the text. */
const callsIn = (text: string): ReadonlyArray<string> =>
  [
    ...new Set(
      [...text.matchAll(/(?<![\w.])(?:(client|server|admin)\.)?((?:Server\.|Admin\.)?[a-z]\w*(?:\.\w+)+)(?=[(`])/g)]
        .map(([, client = "client", name]) => `${levels[client]}${name}`)
    )
  ].filter((name) => errorsOfCalls.has(name))

/** Returns the entries from which the code on a page imports, or from which it says that its values come. */
const entriesIn = (text: string): ReadonlyArray<string> => {
  const code = text.replace(/<TryIt[\s\S]*?<\/TryIt>/g, "").match(/^```tsx?[\s\S]*?^```$/gm) ?? []
  return [
    ...new Set(code.flatMap((block) => [...block.matchAll(/from "(latchkey(?:\/[\w/-]+)?)"/g)].map(([, it]) => it!)))
  ]
    .toSorted()
}

const linked = (tag: string): string => {
  const name = pagesOfErrors.get(tag)
  return name === undefined ? `\`${tag}\`` : `[\`${tag}\`](${site}errors/${name})`
}

const errorsSection = (calls: ReadonlyArray<string>): string => {
  const items = calls.map((call) => {
    const errors = errorsOfCalls.get(call)!.filter((tag) => tag !== "CallError")
    return `- \`${call}\`: ${errors.length === 0 ? "none of its own" : errors.map(linked).join(", ")}`
  })
  return [
    `## ${errorsHeading}`,
    "The types of these calls list their errors. Each call can also fail with a "
    + `[\`CallError\`](${site}errors/CallError): without a network, when the platform is busy, or for invalid input.`,
    items.join("\n")
  ].join("\n\n")
}

/** Returns the facts of a page as rows: a name and markdown. Pages without `needs` in their front matter have none. */
export const factsOf = (text: string): ReadonlyArray<readonly [name: string, value: string]> => {
  const { needs } = frontMatterOf(text)
  if (needs === undefined) return []
  const imports = entriesIn(text)
  const headings = [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading!)
  const test = headings.find((heading) => /^Tests?\b/.test(heading))
  const jumps = [
    ...headings.includes("Try it live") ? ["[Try it live](#try-it-live)"] : [],
    test === undefined ? `[Test it](${site}guides/testing)` : `[Test it](#${anchorOf(test)})`,
    ...callsIn(text).length === 0 ? [] : [`[Errors](#${anchorOf(errorsHeading)})`]
  ]
  return [
    ...imports.length === 0 ? [] : [["Import from", imports.map((entry) => `\`${entry}\``).join(", ")] as const],
    ["You need", needs],
    ["On this page", jumps.join(" · ")]
  ]
}

/** Adds the facts below the first paragraph of a guide, and the errors at its end. Returns other pages unchanged. */
export const withFacts = (text: string, source: string): string => {
  const facts = factsOf(source)
  if (facts.length === 0) return text
  const calls = callsIn(source)
  const table = ["| | |", "| --- | --- |", ...facts.map(([name, value]) => `| ${name} | ${value} |`)].join("\n")
  const withTable = text.replace(/^(# .+\n\n(?:[^\n#|<].*\n)+)/m, (intro: string) => `${intro}\n${table}\n`)
  return calls.length === 0 ? withTable : `${withTable.trimEnd()}\n\n${errorsSection(calls)}\n`
}
