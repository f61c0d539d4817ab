/** Converts doc comments and types to markdown. */
import { existsSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { ts } from "ts-morph"
import { anchorOf } from "../anchorOf.ts"
import { docs } from "../pages.ts"

/** Returns the anchor of a section with a number, or of a law. */
const anchorIn = (page: string, place: string): string => {
  const text = readFileSync(path.join(docs, `${page}.md`), "utf8")
  const number = place.replace("§", "").replaceAll(".", "\\.")
  const heading = new RegExp(`^#{2,3} (${number}\\.? .+)$`, "m").exec(text)?.[1]
  return heading === undefined ? "" : `#${anchorOf(heading)}`
}

/** Links citations such as `docs/protocol.md §16`, and removes the braces of `{@link …}` and repeated spaces. */
export const proseOf = (comment: string): string =>
  comment
    .replace(/(?<=\S)[ \t]{2,}(?=\S)/g, " ")
    .replace(/\{@link(?:code)? ([^}\s|]+)[^}]*\}/g, "`$1`")
    .replace(
      /\bdocs\/([\w-]+)\.md(?: (§[\d.]*\d|[A-Z]\d+|[a-z]+-\d+))?/g,
      (cited, page: string, place: string | undefined) =>
        existsSync(path.join(docs, `${page}.md`))
          ? `[${cited}](/${page}${place === undefined ? "" : anchorIn(page, place)})`
          : cited
    )

export interface Comment {
  readonly text: string
  readonly default: string | undefined
  readonly deprecated: string | undefined
  readonly returns: string | undefined
  readonly examples: ReadonlyArray<string>
}

export const commentOf = (symbol: ts.Symbol, checker: ts.TypeChecker): Comment => {
  const tags = symbol.getJsDocTags(checker)
  const tag = (name: string) => {
    const found = tags.find((tag) => tag.name === name)
    return found === undefined ? undefined : proseOf(ts.displayPartsToString(found.text).trim())
  }
  return {
    text: proseOf(ts.displayPartsToString(symbol.getDocumentationComment(checker))),
    default: tag("default"),
    deprecated: tag("deprecated"),
    returns: tag("returns"),
    examples: tags.filter(({ name }) => name === "example").map(({ text }) => ts.displayPartsToString(text).trim())
  }
}

/** Returns the first sentence, for lists and search. */
export const firstSentence = (text: string): string =>
  /^[\s\S]*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text

/** Returns a text on one line, escaped for a cell of a table. */
export const cell = (text: string): string =>
  text.replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|").replaceAll("\\\\|", "\\|").trim()

export const code = (text: string): string => text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``

export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.length === 0 ? "" : [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join(
    "\n"
  )
