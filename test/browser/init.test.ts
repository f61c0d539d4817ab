/** What `latchkey init` writes into a project on Vite, served by Vite in development and as it is built. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type RunningEmulator, startEmulator } from "../../layers/emulator/index.ts"
import { install } from "../support/installed.ts"
import { commandIn } from "../support/processes/command.ts"
import { newContext } from "./support/browser.ts"
import { complainsOf } from "./visit.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

/** As `npm create vite` makes it. */
const files = {
  "package.json": JSON.stringify({
    name: "project",
    type: "module",
    dependencies: { "react": "^19", "react-dom": "^19" },
    devDependencies: { "@vitejs/plugin-react": "^6", "vite": "^8" }
  }),
  "tsconfig.json": "{}",
  "vite.config.ts": `import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

export default defineConfig({ plugins: [react()] })
`,
  "index.html": `<!doctype html>
<html lang="en">
  <head><link rel="icon" href="data:," /><title>project</title></head>
  <body><div id="root"></div><script type="module" src="/src/main.tsx"></script></body>
</html>
`,
  "src/main.tsx": `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import App from './App.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`,
  "src/App.tsx": `import { useUser } from "latchkey/react"

export default function App() {
  return <h1>Hello {useUser({ or: "redirect" }).displayName}</h1>
}
`
}

describe("a project on Vite after latchkey init", () => {
  const at = commandIn()
  const folder = path.join(at.folder, "project")
  let platform: RunningEmulator

  beforeAll(async () => {
    platform = await startEmulator({ users: [ada] })
    mkdirSync(path.join(folder, "src"), { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    await at.runHere(["init", "--yes"], { cwd: folder })
    const env = readFileSync(path.join(folder, ".env.local"), "utf8")
    writeFileSync(path.join(folder, ".env.local"), env.replace("http://127.0.0.1:8102", platform.baseUrl))
    await install(
      folder,
      ["react", "react/screens"],
      ["react", "react-dom", "vite", "@vitejs/plugin-react"],
      "browser"
    )
  }, 120_000)

  afterAll(() => platform.close())

  const served = {
    "in development": async () => {
      const { createServer } = await import("vite")
      const server = await createServer({ root: folder, logLevel: "error", server: { port: 0, host: "localhost" } })
      await server.listen()
      return server
    },
    "as it is built": async () => {
      const { build, preview } = await import("vite")
      await build({ root: folder, logLevel: "error" })
      return preview({ root: folder, logLevel: "error", preview: { port: 0, host: "localhost" } })
    }
  }
  for (const [how, serve] of Object.entries(served)) {
    it(`signs people in ${how}, and takes its settings from .env.local`, async () => {
      const server = await serve()
      const context = await newContext()
      complainsOf(context)
      const page = await context.newPage()
      await page.goto(server.resolvedUrls!.local[0]!)

      await page.waitForURL("**/handler/sign-in**")
      await page.getByLabel("Email").fill(ada.email)
      await page.getByLabel("Password", { exact: true }).fill(ada.password)
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Hello Ada" }).waitFor()

      // only the address and the key of .env.local lead here
      const signIns = platform.requests.list().filter(({ endpoint, status }) =>
        endpoint === "password.signIn" && status === 200
      )
      assert.lengthOf(signIns, 1)
      platform.requests.clear()
      await page.close()
      await server.close()
    }, 120_000)
  }
})
