/** Formats signatures with the repository's formatter, at a width that fits on a page. */
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { root } from "../pages.ts"
import type { GeneratedPage } from "./generatedPage.ts"

const folder = path.join(root, "docs/.vitepress/cache/signatures")

const fence = /```ts signature\n([\s\S]*?)\n```/g

const separator = "// ----- next"

/** Matches reserved words, which are valid as exported names but not in a declaration. */
const reserved = /^const (delete|export|import|new):/

const restored = /^const (delete|export|import|new)_:/

/** Formats all signatures with one run of the formatter. They are in code blocks with four backticks. */
export const formatted = (pages: ReadonlyArray<GeneratedPage>): ReadonlyArray<GeneratedPage> => {
  const found = pages.flatMap(({ content }) =>
    [...content.matchAll(fence)].map(([, text]) => text!.replace(reserved, "const $1_:"))
  )
  const config = JSON.parse(readFileSync(path.join(root, "dprint.json"), "utf8")) as Record<string, object>
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, "signatures.ts")
  writeFileSync(file, found.join(`\n${separator}\n`))
  writeFileSync(
    path.join(folder, "dprint.json"),
    JSON.stringify({
      lineWidth: 90,
      indentWidth: 2,
      typescript: config["typescript"],
      includes: ["*.ts"],
      plugins: [path.join(root, "node_modules/@dprint/typescript/plugin.wasm")]
    })
  )
  const { status, stderr } = spawnSync(path.join(root, "node_modules/.bin/dprint"), ["fmt"], {
    cwd: folder,
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`The signatures of the reference cannot be formatted:\n${stderr}`)
  const done = readFileSync(file, "utf8").split(separator).map((text) => text.trim().replace(restored, "const $1:"))
  let next = 0
  return pages.map((page) => ({
    ...page,
    content: page.content.replace(fence, () => `\`\`\`ts\n${done[next++]}\n\`\`\``)
  }))
}
