/** `latchkey init` in Next.js projects. Next.js then serves the projects. */
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it, onTestFinished } from "vitest"
import manifest from "../../../package.json" with { type: "json" }
import { startEmulator } from "../../../src/emulator/index.ts"
import { createClient } from "../../../src/promise/index.ts"
import { commandIn } from "../../support/processes/command.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

/** Paths of the package's entries, relative to a folder. The entries are the sources in this repository. */
const aliasesFrom = (folder: string) =>
  Object.fromEntries(
    Object.entries(manifest.exports).flatMap(([entry, target]) =>
      typeof target === "object" && "latchkey-source" in target && !entry.includes("*")
        ? [[`latchkey${entry.slice(1)}`, `./${path.relative(folder, path.join(root, target["latchkey-source"]))}`]]
        : []
    )
  )

const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

const page = `import { requireUser } from "../latchkey"

export default async function Page() {
  return <h1>Hello {(await requireUser()).displayName}</h1>
}
`

/** Projects with the most important files that `create-next-app` creates. */
const projects = {
  "TypeScript, with a new layout": { "tsconfig.json": "{}", "app/page.tsx": page },
  "JavaScript, with its own layout": {
    "src/app/page.js": page,
    "src/app/layout.js": `export const metadata = {
  title: "Notes",
};

export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <body className="antialiased">{children}</body>
    </html>
  );
}
`
  }
}

for (const [project, files] of Object.entries(projects)) {
  it(`latchkey init adds sign-in to a Next.js project in ${project}`, async () => {
    await using platform = await startEmulator({ users: [ada] })
    // Turbopack reads no files outside its root, and compiles no files in node_modules
    const folder = mkdtempSync(path.join(root, "test", ".init-next-"))
    const write = (name: string, text: string) => {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), text)
    }
    write("package.json", JSON.stringify({ dependencies: { next: "^16", react: "^19" } }))
    for (const [name, text] of Object.entries(files)) write(name, text)
    const { code, output } = await commandIn(onTestFinished).runHere(["init", "--yes"], { cwd: folder })
    const env = readFileSync(path.join(folder, ".env.local"), "utf8")
    write(".env.local", env.replace("http://127.0.0.1:8102", platform.baseUrl))
    // if the project kept its own package.json, it would not find the package by its name
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
    const ended = new Promise((resolve) => app.on("exit", resolve))
    onTestFinished(async () => {
      // the server is a separate process, which writes into its folder until it ends
      process.kill(-app.pid!, "SIGKILL")
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    })
    const url = await new Promise<string>((resolve, reject) => {
      let printed = ""
      const read = (part: Buffer) => {
        printed += part.toString()
        const local = /Local:\s+(http:\S+)/.exec(printed)?.[1]
        if (local !== undefined) resolve(local)
      }
      app.stdout.on("data", read)
      app.stderr.on("data", read)
      void ended.then(() => reject(new Error(printed)))
    })
    await using client = createClient(platform.project)
    await client.signIn.withPassword(ada)
    const signIn = await fetch(`${url}/handler/sign-in`)
    const signedOut = await (await fetch(url, { redirect: "manual" })).text()
    const signedIn = await (await fetch(url, { headers: await client.authHeaders() })).text()

    assert.strictEqual(code, 0)
    assert.match(output, /\n {2}npm install latchkey effect\n {2}npx latchkey emulator\n {2}npm run dev\n/)
    assert.notInclude(output, "It needs:")
    assert.strictEqual(signIn.status, 200)
    assert.match(await signIn.text(), /<form[^>]* method="post"/)
    assert.include(signedOut, "handler/sign-in?after_auth_return_to=%2F")
    assert.notInclude(signedOut, "Hello")
    assert.match(signedIn, /<h1>Hello (?:<!-- -->)?Ada<\/h1>/)
  })
}
