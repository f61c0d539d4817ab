/** All forms in the library, the emulator and the examples. docs/laws.md T1. */
import { globSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Opening tags of forms in React and HTML. */
const forms = globSync("{examples,layers,react,src}/**/*.{ts,tsx,html}", {
  cwd: root,
  exclude: (name) => name === "node_modules" || name === ".next"
}).flatMap((file) => {
  const text = readFileSync(path.join(root, file), "utf8").replace(/^\s*(?:\/\/|\/?\*).*$/gm, "")
  return [...text.matchAll(/<form(?=[\s>])[^>]*/g)].map(([tag]) => ({ file, tag }))
})

/** `useForm` sets the method. A form with an action always posts in React. */
const isPosted = (tag: string) => /method="post"|\{\.\.\.(?:(?:state\.)?form\.)?props\}|action=\{/.test(tag)

describe("a form", () => {
  it("T1: every form uses POST, so that no field gets into a URL", () => {
    assert.isAbove(forms.length, 5)
    assert.deepStrictEqual(forms.filter(({ tag }) => !isPosted(tag)), [])
  })
})
