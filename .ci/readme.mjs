/**
 * Keeps the README's code the code that runs: `node .ci/readme.mjs` copies the examples and the benchmark's table into
 * the places marked for them. A test fails when the README is behind.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

/** An example without the comment that says where it belongs. */
const codeOf = (file) =>
  readFileSync(path.join(root, file), "utf8").replace(/^\/\*\*[\s\S]*?\*\/\n/, "").replace(/^\/\/ @.*\n/, "").trim()

/** `<!-- examples/… -->` is followed by that file's code, `<!-- bench -->` by the last benchmark's table. */
export const filled = (readme) =>
  readme
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
  const file = path.join(root, "README.md")
  writeFileSync(file, filled(readFileSync(file, "utf8")))
}
