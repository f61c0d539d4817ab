/** What the linter keeps out of the package, held against code that has it. */
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { root } from "./docs/sources.ts"

/** Each line is one way for what strangers wrote to run, to be shown as markup, or to change what others share. */
const hazards: { readonly [rule: string]: string } = {
  "eslint(no-eval)": "export const run = (text: string) => eval(text)",
  "eslint(no-implied-eval)": "export const later = () => globalThis.setTimeout(\"run()\", 1)",
  "eslint(no-new-func)": "export const made = (text: string) => new Function(text)",
  "eslint(no-script-url)": "export const address = \"javascript:run()\"",
  "eslint(no-proto)": "export const parent = (it: any) => it.__proto__",
  "eslint(no-extend-native)": "Object.prototype.extra = 1",
  "react(no-danger)": "export const Html = (p: any) => <p dangerouslySetInnerHTML={{ __html: p.html }} />",
  "react(jsx-no-script-url)": "export const Script = () => <a href=\"javascript:run()\">Run</a>",
  "react(jsx-no-target-blank)":
    "export const Blank = () => <a target=\"_blank\" href=\"https://elsewhere.example\">Away</a>",
  "react(iframe-missing-sandbox)": "export const Frame = (p: any) => <iframe title=\"a\" src={p.to} />",
  "unicorn(require-post-message-target-origin)": "export const tell = (it: Window) => it.postMessage(1)"
}

describe("static analysis", () => {
  it("Q4 finds each way in which what strangers wrote could run or be shown as markup", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "latchkey-lint-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    copyFileSync(path.join(root, ".oxlintrc.json"), path.join(folder, ".oxlintrc.json"))
    symlinkSync(path.join(root, ".ci"), path.join(folder, ".ci"))
    mkdirSync(path.join(folder, "react"))
    writeFileSync(path.join(folder, "react", "Hazards.tsx"), Object.values(hazards).join("\n"))

    const { status, stdout } = spawnSync(
      process.execPath,
      [path.join(root, "node_modules/oxlint/bin/oxlint"), "--deny-warnings", "--format", "json"],
      { cwd: folder, encoding: "utf8" }
    )

    const found: ReadonlyArray<{ readonly code: string }> = JSON.parse(stdout).diagnostics
    const codes = new Set(found.map(({ code }) => code))
    assert.deepStrictEqual(Object.keys(hazards).filter((rule) => !codes.has(rule)), [])
    assert.notStrictEqual(status, 0)
  })
})
