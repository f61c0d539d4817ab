/**
 * Keeps the code of the README and of `docs/` the code that runs: `node .ci/readme.mjs` copies the examples and the
 * benchmark's table into the places marked for them. A test fails when a page is behind.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

/** Every page that may show an example. */
export const pages = [
  path.join(root, "README.md"),
  ...readdirSync(path.join(root, "docs")).filter((file) => file.endsWith(".md")).map((file) =>
    path.join(root, "docs", file)
  )
]

/** An example without the comment that says where it belongs. */
const codeOf = (file) =>
  readFileSync(path.join(root, file), "utf8").replace(/^\/\*\*[\s\S]*?\*\/\n/, "").replace(/^\/\/ @.*\n/, "").trim()

/** `<!-- examples/… -->` is followed by that file's code, `<!-- bench -->` by the last benchmark's table. */
export const filled = (page) =>
  page
    .replace(
      /<!-- (examples\/[^ ]+) -->\n(?:\n```tsx?\n[\s\S]*?\n```\n)?/g,
      (_, file) => `<!-- ${file} -->\n\n\`\`\`${path.extname(file).slice(1)}\n${codeOf(file)}\n\`\`\`\n`
    )
    .replace(/<!-- bench -->[\s\S]*?<!-- \/bench -->/, (before) => {
      const results = path.join(root, "test/bench/results.md")
      return existsSync(results)
        ? `<!-- bench -->\n\n${readFileSync(results, "utf8").trim()}\n\n<!-- /bench -->`
        : before
    })

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const file of pages) writeFileSync(file, filled(readFileSync(file, "utf8")))
}
