/**
 * Keeps comments, test titles and documents in plain English, as part of `npm run lint`. In each area, counts texts
 * that use words for persons or verbs of speech. If there are too many, prints these texts. `--counts` prints all
 * counts. See CONTRIBUTING.md, English.
 */
import { parseSync } from "@babel/core"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"

const marks = {
  persons: /\b(?:who|whom|whose|whoever|whosever|nobody|somebody|anybody|everybody)\b/i,
  speech: /\b(?:tells?|told|says?|said|asks?|asked|hears?|heard|answers? with|knows? of)\b/i
}

/** Maximum share of texts with such a word. It is above zero, because some uses are correct. */
const limits = { comments: 0.02, titles: 0.02, prose: 0.04 }

const areas = ["schemas", "layers", "src", "react", "test", "examples", "docs"]

/** Returns the paragraphs of a page, without code, tables and headings. */
const proseIn = (page) =>
  page.replace(/^---[\s\S]*?\n---|```[\s\S]*?```/g, "").split(/\n\s*\n/).map((block) => block.trim())
    .filter((text) => text.length > 40 && !/^[|#<!]/.test(text))

/** Returns the comments of a file, without directives. Line comments on consecutive lines are one text. */
const commentsIn = (comments) => {
  const texts = []
  let next
  for (const { loc, type, value } of comments) {
    const text = value.replace(/^\s*\*+\s?/gm, "").replace(/```[\s\S]*?```/g, "").trim()
    if (/^(?:@ts-|oxlint|eslint|dprint|v8 ignore|#__|@vitest)/.test(text)) continue
    if (next === loc.start.line) texts.push(`${texts.pop()} ${text}`)
    else texts.push(text)
    next = type === "CommentLine" ? loc.end.line + 1 : undefined
  }
  return texts.filter((text) => text.length >= 12)
}

const nameOf = ({ callee, name, object }) => name ?? (object || callee ? nameOf(object ?? callee) : "")

/** Returns the titles of tests. */
const titlesIn = (node) => {
  if (typeof node !== "object" || node === null) return []
  const inside = Object.values(node).flatMap(titlesIn)
  if (node.type !== "CallExpression" || !/^(?:it|test|live|effect|laws?)$/.test(nameOf(node.callee))) return inside
  const [title] = node.arguments
  const text = title?.value ?? title?.quasis?.map(({ value }) => value.cooked).join("…")
  return typeof text === "string" && text.length > 8 ? [text, ...inside] : inside
}

const textsIn = (file) => {
  const source = readFileSync(file, "utf8")
  if (file.endsWith(".md")) return { prose: proseIn(source) }
  const plugins = ["typescript", "explicitResourceManagement", ...(file.endsWith("x") ? ["jsx"] : [])]
  const parserOpts = { plugins, attachComment: false, errorRecovery: true }
  const { comments, program } = parseSync(source, { filename: file, babelrc: false, configFile: false, parserOpts })
  return { comments: commentsIn(comments), titles: /^test\/|\.test\.tsx?$/.test(file) ? titlesIn(program.body) : [] }
}

const groups = {}
for (const file of execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n")) {
  if (!/\.(?:m?tsx?|mjs|md)$/.test(file)) continue
  const area = areas.find((area) => file.startsWith(`${area}/`)) ?? "root"
  for (const [kind, texts] of Object.entries(textsIn(file))) {
    for (const [mark, pattern] of Object.entries(marks)) {
      const group = groups[`${area} ${kind}, ${mark}`] ??= { limit: limits[kind], all: 0, marked: [] }
      group.all += texts.length
      group.marked.push(
        ...texts.filter((text) => pattern.test(text)).map((text) =>
          `  ${file}: ${text.replace(/\s+/g, " ").slice(0, 160)}`
        )
      )
    }
  }
}
for (const [name, { all, limit, marked }] of Object.entries(groups)) {
  const maximum = Math.ceil(limit * all)
  const count = `${name}: ${marked.length} of ${all} texts, limit ${maximum}`
  if (process.argv.includes("--counts")) console.log(count)
  if (marked.length > maximum) {
    console.error([count, ...marked].join("\n"))
    process.exitCode = 1
  }
}
