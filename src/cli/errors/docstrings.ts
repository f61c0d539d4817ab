/**
 * Reads the docstrings of error classes from the sources or from the package's declarations. The first paragraphs describe
 * the error. `@cause` names a common cause, `@fix` a solution, and `@status` the status of the HTTP response.
 */
import { readFile } from "node:fs/promises"

/** Docstring of one class. */
export interface Docstring {
  /** Markdown paragraphs. Lines that begin with `-` are list items. */
  readonly what: string
  readonly causes: ReadonlyArray<string>
  readonly fixes: ReadonlyArray<string>
  readonly status: number | undefined
}

/** Reads the docstrings of modules, by class. A module is a path from the root without extension, such as `schemas/errors/users`. */
export const read = async (modules: ReadonlyArray<string>): Promise<ReadonlyMap<string, Docstring>> => {
  const sources = await Promise.all(modules.map((module) => readFile(fileOf(module), "utf8")))
  return new Map(sources.flatMap((source) => [...docstringsIn(source)]))
}

/** Finds the file: `x.ts` in the repository, `x.d.ts` in the package. */
const fileOf = (module: string): URL =>
  new URL(`../../../${module}${import.meta.url.endsWith(".ts") ? ".ts" : ".d.ts"}`, import.meta.url)

/** Finds each class with its docstring. */
const docstringsIn = (source: string): ReadonlyArray<readonly [name: string, Docstring]> =>
  source.split("/**").slice(1).flatMap((part) => {
    const end = part.indexOf("*/")
    const name = /^\*\/\s*export (?:declare )?(?:abstract )?class (\w+)/.exec(part.slice(end))?.[1]
    return name === undefined ? [] : [[name, docstringOf(part.slice(0, end))] as const]
  })

const docstringOf = (comment: string): Docstring => {
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\*?\s?/, "").trimEnd())
  const [what = "", ...tags] = lines.join("\n").split(/^@(?=cause|fix|status)/m)
  const all = (tag: string) =>
    tags.filter((text) => text.startsWith(`${tag} `)).map((text) => flowing(text.slice(tag.length)))
  const [status] = all("status")
  return {
    what: flowing(what),
    causes: all("cause"),
    fixes: all("fix"),
    status: status === undefined ? undefined : Number(status)
  }
}

/**
 * Joins the lines of each paragraph and list item, with single spaces. Replaces links to classes by their names, and removes
 * citations of the maintainers' pages.
 */
const flowing = (text: string): string =>
  text
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .replace(/ ?docs\/[a-z]{1,20}\.md \u00a7[\d.]{1,9}/g, "")
    .trim()
    .split(/\n\n+/)
    .map((paragraph) => paragraph.split(/\n(?=- )/).map((item) => item.trim().replace(/\s+/g, " ")).join("\n"))
    .join("\n\n")
