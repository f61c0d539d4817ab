/** What `latchkey init` writes into a project on Next.js, served by Next.js. */
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it, onTestFinished } from "vitest"
import { startEmulator } from "../../../layers/emulator/index.ts"
import manifest from "../../../package.json" with { type: "json" }
import { commandIn } from "../../support/processes/command.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** Where the package's entries are, from a folder. The package is the folder above, as it is written. */
const aliasesFrom = (folder: string) =>
  Object.fromEntries(
    Object.entries(manifest.exports).flatMap(([entry, target]) =>
      typeof target === "object" && "latchkey-source" in target && !entry.includes("*")
        ? [[`latchkey${entry.slice(1)}`, `./${path.relative(folder, path.join(root, target["latchkey-source"]))}`]]
        : []
    )
  )

it(
  "latchkey init gives a project on Next.js a sign-in page, where its own pages send whoever is not signed in",
  async () => {
    await using platform = await startEmulator()
    // Turbopack looks at nothing outside its root, and takes what is in node_modules for somebody else's
    const folder = mkdtempSync(path.join(root, "test", ".init-next-"))
    const write = (name: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), text)
    }
    write("package.json", JSON.stringify({ dependencies: { next: "^16", react: "^19" } }))
    write("tsconfig.json", "{}")
    write(
      "app/page.tsx",
      `import { requireUser } from "../latchkey"

export default async function Page() {
  return <h1>Hello {(await requireUser()).displayName}</h1>
}
`
    )
    const { code } = await commandIn(onTestFinished).runHere(["init", "--yes"], { cwd: folder })
    const env = readFileSync(path.join(folder, ".env.local"), "utf8")
    write(".env.local", env.replace("http://127.0.0.1:8102", platform.baseUrl))
    // without it the package finds itself by its name
    rmSync(path.join(folder, "package.json"))
    write(
      "next.config.mjs",
      `export default { turbopack: ${JSON.stringify({ root, resolveAlias: aliasesFrom(folder) })} }`
    )

    const next = createRequire(import.meta.url).resolve("next/dist/bin/next")
    const app = spawn(process.execPath, [next, "dev", folder, "--hostname", "127.0.0.1", "--port", "0"], {
      detached: true,
      env: { PATH: process.env["PATH"], NEXT_TELEMETRY_DISABLED: "1" } as unknown as NodeJS.ProcessEnv
    })
    const over = new Promise((resolve) => app.on("exit", resolve))
    onTestFinished(async () => {
      // the server is a process of its own, and writes into its folder to the end
      process.kill(-app.pid!, "SIGKILL")
      await over
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }, 60_000)
    const url = await new Promise<string>((resolve, reject) => {
      let said = ""
      const hear = (part: Buffer) => {
        said += part.toString()
        const local = /Local:\s+(http:\S+)/.exec(said)?.[1]
        if (local !== undefined) resolve(local)
      }
      app.stdout.on("data", hear)
      app.stderr.on("data", hear)
      void over.then(() => reject(new Error(said)))
    })
    const signIn = await fetch(`${url}/handler/sign-in`)
    const page = await (await fetch(url, { redirect: "manual" })).text()

    assert.strictEqual(code, 0)
    assert.strictEqual(signIn.status, 200)
    assert.match(await signIn.text(), /<form[^>]* method="post"/)
    assert.include(page, "handler/sign-in?after_auth_return_to=%2F")
    assert.notInclude(page, "Hello")
  },
  300_000
)
