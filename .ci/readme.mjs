/**
 * Copies code of the examples and what it prints into README.md, AGENTS.md and `docs/`, figures of `docs/measured.md`
 * into the pages that repeat them, and default numbers into prose. Markers in these pages name the examples. `node
 * .ci/readme.mjs`. Tests fail if a page is outdated.
 */
import { parseSync, traverse } from "@babel/core"
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { withFigures } from "./figures.mjs"
import { withNumbers } from "./numbers.mjs"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

/** Pages that can contain code of examples. */
export const pages = [
  path.join(root, "README.md"),
  path.join(root, "AGENTS.md"),
  ...readdirSync(path.join(root, "docs"), { recursive: true })
    .filter((file) => file.endsWith(".md") && !file.split(path.sep).some((part) => part.startsWith(".")))
    .map((file) => path.join(root, "docs", file))
]

/**
 * Returns the code between `// #region name` and `// #endregion`, without indentation. Without a name, returns the
 * whole example except its first comment. Markers of regions are removed.
 */
const codeOf = (file, region, shown) => {
  const text = readFileSync(path.join(root, file), "utf8").replace(/^\/\*\*[\s\S]*?\*\/\n/, "").replace(
    /^\/\/ @.*\n/,
    ""
  )
  const part = region === undefined ? text : regionOf(text, region)
  if (part === undefined) throw new Error(`${file} has no "#region ${region}"`)
  const lines = part.split("\n").filter((line) => !/^\s*(?:\/\/|\{\/\*|\/\*|<!--|#) #(?:end)?region\b/.test(line))
  const margin = Math.min(...lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)))
  const code = lines.map((line) => line.slice(margin)).join("\n").trim()
  // a region shows where its names come from; a sandbox provides them
  const imports = region === undefined || file.startsWith("examples/tryIt/") || /^import /m.test(code)
    ? []
    : importsFor(text, code)
  const given = region === undefined || file.startsWith("examples/tryIt/") || !/\.tsx?$/.test(file)
    ? []
    : givenFor(file, text, code, shown)
  const block = [...given, code].join("\n")
  return imports.length > 0 ? `${imports.join("\n")}\n\n${block}` : block
}

const syntaxOf = (file, code) =>
  parseSync(code, {
    configFile: false,
    babelrc: false,
    filename: file,
    parserOpts: { plugins: ["typescript", ...file.endsWith("x") ? ["jsx"] : []], allowReturnOutsideFunction: true }
  })

/** Returns the names that a block uses and doesn't declare. */
export const freeNames = (file, code) => {
  let free = []
  traverse(syntaxOf(file, code), { Program: ({ scope }) => void (free = Object.keys(scope.globals)) })
  return free
}

/** Returns the function that made a value, and the function's package: `createClient`, `latchkey/promise`. */
const makerOf = (init, scope) => {
  const call = init?.type === "AwaitExpression" ? init.argument : init
  if (call?.type !== "CallExpression" || call.callee.type !== "Identifier") return undefined
  const { name } = call.callee
  const source = scope.getBinding(name)?.path.parent.source?.value
  return source?.startsWith("latchkey") ? { name, source } : undefined
}

/** Shown in place of the emulator's project, which stands in for the reader's own. */
const yourProject = "{ projectId, publishableClientKey, … }, the settings of your project"

/** Describes, by name, which function of this package made each value at the top of an example. */
const madeIn = (file, text) => {
  const made = new Map()
  traverse(syntaxOf(file, text), {
    Program: ({ node, scope }) => {
      for (const { declarations = [] } of node.body) {
        for (const { id, init } of declarations) {
          const maker = id.type === "Identifier" ? makerOf(init, scope) : undefined
          if (maker !== undefined) made.set(id.name, `${maker.name}(…), from "${maker.source}"`)
          if (init?.type !== "Identifier" || id.type !== "ObjectPattern" || !made.has(init.name)) continue
          if (id.properties.some(({ key }) => key?.name === "project")) made.set("project", yourProject)
        }
      }
    }
  })
  return made
}

/**
 * Describes the origin of each value that a block uses and the page hasn't shown yet: a client, a server, the emulator.
 * `shown` contains the page's blocks so far.
 */
const givenFor = (file, text, code, shown) => {
  const made = madeIn(file, text)
  const isShown = (name) => shown.some((block) => new RegExp(`\\b(?:using|const) ${name} = |// ${name} = `).test(block))
  return freeNames(file, code).filter((name) => made.has(name) && !isShown(name)).sort().map((name) =>
    `// ${name} = ${made.get(name)}`
  )
}

/** Matches an import with names: `import type { A, B as C } from "m"`, `import * as N from "m"`, `import d from "m"`. */
const importStatement = /^import (type )?(?:\* as (\w+)|(\w+)|(?:(\w+), )?\{([^}]*)\}) from ("[^"]+")$/gm

/** Returns the imports of a file that a part of its code uses, with only the names that it uses. */
const importsFor = (text, code) => {
  const isUsed = (name) => new RegExp(`(?<![\\w$"'\`]|(?<!\\.\\.)\\.)${name}(?![\\w$])`).test(code)
  return [...text.matchAll(importStatement)].flatMap(([, type = "", namespace, alone, main, names = "", from]) => {
    const whole = namespace ?? alone
    if (whole !== undefined) {
      return isUsed(whole) ? [`import ${type}${namespace === undefined ? "" : "* as "}${whole} from ${from}`] : []
    }
    const used = names.split(",").map((name) => name.trim()).filter((name) =>
      name !== "" && isUsed(name.replace(/^type /, "").split(" as ").at(-1))
    )
    const parts = [
      ...main !== undefined && isUsed(main) ? [main] : [],
      ...used.length > 0 ? [`{ ${used.join(", ")} }`] : []
    ]
    return parts.length > 0 ? [`import ${type}${parts.join(", ")} from ${from}`] : []
  })
}

/** Returns the numbers of the lines that begin and end a region, from 1. */
const placeOf = (text, name) => {
  const lines = text.split("\n")
  const start = lines.findIndex((line) => new RegExp(`#region ${name}(?:\\s|$)`).test(line))
  if (start < 0) return undefined
  let depth = 0
  const length = lines.slice(start).findIndex((line) => {
    depth += /#region\b/.test(line) ? 1 : /#endregion\b/.test(line) ? -1 : 0
    return depth === 0
  })
  return length < 0 ? undefined : [start + 1, start + length + 1]
}

const regionOf = (text, name) => {
  const place = placeOf(text, name)
  return place === undefined ? undefined : text.split("\n").slice(place[0], place[1] - 1).join("\n")
}

const measured = readFileSync(path.join(root, "docs/measured.md"), "utf8")

/**
 * Returns a page with the figures of `docs/measured.md`, and the code that its markers name. The marker
 * `<!-- examples/… -->` stands for a whole file, and `<!-- examples/…#name [title] -->` for a region, with a file name
 * as its title.
 */
export const filled = (page) => {
  const shown = []
  return withNumbers(withFigures(page, measured))
    .replace(
      /<!-- (examples\/[^ #]+\.(\w+))(?:#([\w-]+))?( \[.+\])? -->\n(?:\n```\2\b[^\n]*(?:\n[\s\S]*?)??\n```\n)?/g,
      (_, file, language, region, title = "") => {
        const code = codeOf(file, region, shown)
        shown.push(code)
        return `<!-- ${file}${
          region === undefined ? "" : `#${region}`
        }${title} -->\n\n\`\`\`${language}${title}\n${code}\n\`\`\`\n`
      }
    )
}

/** Matches the code of an example, and a group of tabs. */
const codeBlock = /<!-- (examples\/[^ #]+\.(tsx?))(?:#([\w-]+))?( \[.+\])? -->\n\n```\2\b[^\n]*\n([\s\S]*?)\n```\n/g
const group = /(^::: code-group\n[\s\S]*?^:::\n)/m

const outputBlock = /\n```text \[Output\]\n[\s\S]*?\n```\n/g

/**
 * Examples that print something else in each run, wait for a reader, or need servers. Files with a title are steps with
 * commands, which `npm run prove quickstarts` follows.
 */
const notRun = /^examples\/(?:atom|cli|migration|start|tryIt)\//

const printingBlocks = (text) =>
  [...text.matchAll(codeBlock)]
    .filter(([, file, , , , code]) => !notRun.test(file) && /\b[cC]onsole\.log\(/.test(code))
    .map(([, file, , region, title]) => ({ file, region, title }))

/** Returns the tabs of a page and its other blocks, each with whether it's a group of tabs. */
const partsOf = (page) => page.split(group).map((text, at) => ({ text, isGroup: at % 2 === 1 }))

/** Returns the examples with output in the pages. */
const printing = (texts) => [
  ...new Set(
    texts.flatMap(partsOf).flatMap(({ isGroup, text }) =>
      printingBlocks(text).filter(({ title }) => isGroup || title === undefined).map(({ file }) => file)
    )
  )
]

/** Runs the examples of pages, and returns what their lines print. */
export const outputsOf = (texts) => {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ["--conditions=latchkey-source", ".ci/outputs.mjs", ...printing(texts)],
    { cwd: root, encoding: "utf8" }
  )
  if (status !== 0) throw new Error(`An example failed:\n${stderr}`)
  return JSON.parse(stdout)
}

/** Returns what the code of a region prints. */
const printedBy = (outputs, { file, region }) => {
  const [start, end] = region === undefined
    ? [0, Infinity]
    : placeOf(readFileSync(path.join(root, file), "utf8"), region)
  return outputs[file].filter(({ line }) => line > start && line < end).map(({ text }) => text)
}

/** Shows below each example, or group of tabs with examples, what it prints. */
export const withOutputs = (page, outputs) => {
  const shown = (blocks) => {
    const lines = blocks.flatMap((block) => printedBy(outputs, block))
    return lines.length === 0 ? "" : `\n\`\`\`text [Output]\n${lines.join("\n")}\n\`\`\`\n`
  }
  return partsOf(page.replace(outputBlock, "")).map(({ isGroup, text }) =>
    isGroup
      ? `${text}${shown(printingBlocks(text))}`
      : text.replace(codeBlock, (block) => {
        const blocks = printingBlocks(block).filter(({ title }) => title === undefined)
        return `${block}${shown(blocks)}`
      })
  ).join("")
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const texts = pages.map((file) => filled(readFileSync(file, "utf8")))
  const outputs = outputsOf(texts)
  for (const [at, file] of pages.entries()) writeFileSync(file, withOutputs(texts[at], outputs))
}
