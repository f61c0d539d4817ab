/** Lint rules detect dangerous code. */
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"
import { root } from "./docs/sources.ts"

/** Code that runs untrusted text, shows it as markup, or changes shared objects, by the rule that detects it. */
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

/** Text in JSX that breaks React when a browser translates the page, or that doesn't update after a translation. */
const bareTexts = [
  "export const A = (p: any) => <p>{p.busy ? <i /> : null}Save</p>",
  "export const B = (p: any) => <p>Signed in as <b>{p.name}</b></p>",
  "export const C = (p: any) => <p>{p.texts.label}{p.busy ? <i /> : null}</p>",
  "export const D = (p: any) => <p>{`${p.shown} of`} {p.all}</p>",
  "export const E = (p: any) => <>{p.busy ? \"Wait\" : null}</>",
  "export const F = () => <>Save</>"
]

const safeTexts = [
  "export const A = (p: any) => <p>{p.busy ? <i /> : null} <span>Save</span></p>",
  "export const B = (p: any) => <p>{p.texts.label}</p>",
  "export const C = () => <p>\n  Save\n</p>",
  "export const D = (p: any) => <p>{p.busy ? \"Wait\" : null}</p>",
  "export const E = (p: any) => <p.Button>{p.texts.label} <i /></p.Button>",
  "export const F = (icon: any, p: any) => <p>{icon} {p.inSpans(p.texts.label)}</p>"
]

/** Wrappers that lose arguments of the wrapped member. */
const losingWrappers = [
  "export const A = (store: any) => ({ ...store, write: (key: string) => store.write(key) })",
  "export const B = (of: any) => ({ ...of.store, write: (...all: any) => of.store.write(all[0]) })",
  "export const C = ({ send }: any) => ({ send: (request: any) => { const sent = send(request); return sent } })",
  "export const D = (store: any) => ({ ...store, read() { return store.read() } })"
]

const forwardingWrappers = [
  "export const A = (store: any) => ({ ...store, write: (key: string, ...rest: any) => store.write(key, ...rest) })",
  "export const B = ({ send }: any) => ({ send: (...request: any) => send(...request) })",
  "export const C = (store: any) => ({ ...store, write: (key: string) => store.read(key) })",
  "export const D = (other: any) => ({ write: (key: string) => other.write(key) })"
]

/** Time limits that a check sets itself, in milliseconds. */
const ownLimits = [
  "export const A = (at: any) => at.run({ timeout: 60_000 })",
  "export const B = { hookTimeout: 5000 }",
  "const patienceMillis = 60_000\nexport const b = patienceMillis",
  "export const D = (context: any) => context.setDefaultTimeout(30_000)",
  "export const E = () => AbortSignal.timeout(3000)",
  "export const F = (fail: any) => setTimeout(() => fail(), 180_000)"
]

const sharedLimits = [
  "export const A = (at: any, stepMillis: number) => at.run({ timeout: stepMillis })",
  "export const B = (context: any, stepMillis: number) => context.setDefaultTimeout(stepMillis)",
  "export const C = (poll: any) => setTimeout(() => poll(), 20)",
  "export const D = { port: 8102 }"
]

/** Runs the linter on files in a folder. */
const lint = (files: { readonly [name: string]: string }, among = "react") => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-lint-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  copyFileSync(path.join(root, ".oxlintrc.json"), path.join(folder, ".oxlintrc.json"))
  symlinkSync(path.join(root, ".ci"), path.join(folder, ".ci"))
  mkdirSync(path.join(folder, among))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, among, name), text)
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(root, "node_modules/oxlint/bin/oxlint"), "--deny-warnings", "--format", "json"],
    { cwd: folder, encoding: "utf8" }
  )
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly filename: string }>
  }
  return { status, diagnostics }
}

describe("static analysis", () => {
  it("static analysis reports text that a browser's page translation would break", () => {
    const named = (kind: string, texts: ReadonlyArray<string>) =>
      texts.map((text, index) => [`${kind}${index}.tsx`, text] as const)
    const [bare, safe] = [named("Bare", bareTexts), named("Safe", safeTexts)]

    const { diagnostics } = lint(Object.fromEntries([...bare, ...safe]))

    const found = diagnostics.filter(({ code }) => code === "latchkey(no-bare-text)").map(({ filename }) =>
      path.basename(filename)
    )
    assert.deepStrictEqual([...new Set(found)].toSorted(), bare.map(([name]) => name))
  })

  it("observe-1: static analysis reports wrappers of a service that don't forward all arguments", () => {
    const named = (kind: string, texts: ReadonlyArray<string>) =>
      texts.map((text, index) => [`${kind}${index}.tsx`, text] as const)
    const [losing, forwarding] = [named("Losing", losingWrappers), named("Forwarding", forwardingWrappers)]

    const { diagnostics } = lint(Object.fromEntries([...losing, ...forwarding]))

    const found = diagnostics.filter(({ code }) => code === "latchkey(forward-all-arguments)").map(({ filename }) =>
      path.basename(filename)
    )
    assert.deepStrictEqual([...new Set(found)].toSorted(), losing.map(([name]) => name))
  })

  it("static analysis reports checks that set a time limit of their own", () => {
    const named = (kind: string, texts: ReadonlyArray<string>) =>
      texts.map((text, index) => [`${kind}${index}.ts`, text] as const)
    const [own, shared] = [named("Own", ownLimits), named("Shared", sharedLimits)]

    const { diagnostics } = lint(Object.fromEntries([...own, ...shared]), "test")

    const found = diagnostics.filter(({ code }) => code === "latchkey(no-own-limit)").map(({ filename }) =>
      path.basename(filename)
    )
    assert.deepStrictEqual([...new Set(found)].toSorted(), own.map(([name]) => name))
  })

  it("static analysis reports functions longer than 80 lines", () => {
    const withLines = (lines: number) => `export const run = () => {\n${"  globalThis.name\n".repeat(lines - 2)}}\n`

    const { diagnostics } = lint({ "Short.tsx": withLines(80), "Long.tsx": withLines(81) })

    const found = diagnostics.filter(({ code }) => code === "eslint(max-lines-per-function)")
    assert.deepStrictEqual(found.map(({ filename }) => path.basename(filename)), ["Long.tsx"])
  })

  it("Q4: static analysis reports every way to run untrusted text or show it as markup", () => {
    const { diagnostics, status } = lint({ "Hazards.tsx": Object.values(hazards).join("\n") })

    const codes = new Set(diagnostics.map(({ code }) => code))
    assert.deepStrictEqual(Object.keys(hazards).filter((rule) => !codes.has(rule)), [])
    assert.notStrictEqual(status, 0)
  })
})
