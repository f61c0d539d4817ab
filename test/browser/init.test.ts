/** `latchkey init` in Vite projects, served by Vite in development and as builds. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type RunningEmulator, startEmulator } from "../../src/emulator/index.ts"
import { commandIn } from "../support/processes/command.ts"
import { install } from "../support/suite/installed.ts"
import { newContext } from "./support/browser.ts"
import { complainsOf } from "./visit.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple", displayName: "Ada" }

const viteConfig = `import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

export default defineConfig({ plugins: [react()] })
`

const html = (main: string) =>
  `<!doctype html>
<html lang="en">
  <head><link rel="icon" href="data:," /><title>project</title></head>
  <body><div id="root"></div><script type="module" src="/src/${main}"></script></body>
</html>
`

const app = `import { useUser } from "latchkey/react"

export default function App() {
  return <h1>Hello {useUser({ or: "redirect" }).displayName}</h1>
}
`

const packageJson = JSON.stringify({
  name: "project",
  type: "module",
  dependencies: { "react": "^19", "react-dom": "^19" },
  devDependencies: { "@vitejs/plugin-react": "^6", "vite": "^8" }
})

/** Projects with the files that `npm create vite` creates. */
const projects = {
  "TypeScript": {
    "package.json": packageJson,
    "tsconfig.json": "{}",
    "vite.config.ts": viteConfig,
    "index.html": html("main.tsx"),
    "src/main.tsx": `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import App from './App.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`,
    "src/App.tsx": app
  },
  "JavaScript": {
    "package.json": packageJson,
    "vite.config.js": viteConfig,
    "index.html": html("main.jsx"),
    "src/main.jsx": `import { createRoot } from "react-dom/client";
import App from "./App.jsx";

createRoot(document.getElementById("root")).render(<App />);
`,
    "src/App.jsx": app
  },
  "JavaScript, without pages of its own": { "package.json": packageJson, "vite.config.js": viteConfig }
}

const routerJson = JSON.stringify({
  name: "project",
  type: "module",
  dependencies: { "react": "^19", "react-dom": "^19", "react-router": "^8" },
  devDependencies: { "@vitejs/plugin-react": "^6", "vite": "^8" }
})

/** Projects with React Router, whose pages link to the sign-in screen. */
const routerProjects = {
  "a router around the app": {
    "package.json": routerJson,
    "vite.config.js": viteConfig,
    "index.html": html("main.jsx"),
    "src/main.jsx": `import { createRoot } from "react-dom/client"
import { BrowserRouter } from "react-router"
import App from "./App.jsx"

createRoot(document.getElementById("root")).render(
  <BrowserRouter>
    <App />
  </BrowserRouter>
)
`,
    "src/App.jsx": `import { Link, Route, Routes } from "react-router"

export default function App() {
  return (
    <Routes>
      <Route path="/" element={<Link to="/handler/sign-in">Sign in here</Link>} />
      <Route path="*" element={<p>Other</p>} />
    </Routes>
  )
}
`
  },
  "a router's provider": {
    "package.json": routerJson,
    "vite.config.js": viteConfig,
    "index.html": html("main.jsx"),
    "src/main.jsx": `import { createRoot } from "react-dom/client"
import { createBrowserRouter, Link } from "react-router"
import { RouterProvider } from "react-router/dom"

const router = createBrowserRouter([
  { path: "/", element: <Link to="/handler/sign-in">Sign in here</Link> },
  { path: "*", element: <p>Other</p> }
])

createRoot(document.getElementById("root")).render(<RouterProvider router={router} />)
`
  }
}

/** Styles with which older and newer templates of Vite frame a page. */
const frames = {
  "a width and borders":
    "#root { width: 1126px; max-width: 100%; margin: 0 auto; text-align: center; border-inline: 1px solid red;"
    + " min-height: 100svh; display: flex; flex-direction: column; box-sizing: border-box }",
  "a padding and a centred body":
    "body { display: flex; place-items: center; min-height: 100vh } #root { max-width: 1280px; margin: 0 auto; padding: 2rem }"
}

const plainProject = {
  "package.json": JSON.stringify({ name: "project", type: "module", devDependencies: { vite: "^8" } }),
  "index.html": html("main.js"),
  "src/main.js": `import { latchkey } from "./latchkey.js"

await latchkey.signIn.withPassword(${JSON.stringify({ email: ada.email, password: ada.password })})
const { displayName } = await latchkey.currentUser.get({ or: "throw" })
document.body.innerHTML = "<h1>Hello " + displayName + "</h1>"
`
}

describe("a Vite project after latchkey init", () => {
  const at = commandIn()
  let platform: RunningEmulator

  beforeAll(async () => {
    platform = await startEmulator({ users: [ada] })
    await install(
      at.folder,
      ["promise", "react", "react/screens"],
      ["react", "react-dom", "react-router", "vite", "@vitejs/plugin-react"],
      "browser"
    )
  })

  afterAll(() => platform.close())

  const makeProject = async (files: { readonly [path: string]: string }): Promise<string> => {
    const folder = mkdtempSync(path.join(at.folder, "project-"))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), text)
    }
    const { output } = await at.runHere(["init", "--yes"], { cwd: folder })
    assert.include(output, "\n  npx latchkey emulator\n  npm run dev\n")
    assert.notInclude(output, "It needs:")
    const env = readFileSync(path.join(folder, ".env.local"), "utf8")
    writeFileSync(path.join(folder, ".env.local"), env.replace("http://127.0.0.1:8102", platform.baseUrl))
    return folder
  }

  const openPage = async (url: string) => {
    const context = await newContext()
    complainsOf(context)
    const page = await context.newPage()
    await page.goto(url)
    return page
  }

  const served = {
    "the development server": async (folder: string) => {
      const { createServer } = await import("vite")
      const server = await createServer({ root: folder, logLevel: "error", server: { port: 0, host: "localhost" } })
      await server.listen()
      return server
    },
    "the production build": async (folder: string) => {
      const { build, preview } = await import("vite")
      await build({ root: folder, logLevel: "error" })
      return preview({ root: folder, logLevel: "error", preview: { port: 0, host: "localhost" } })
    }
  }
  for (const [what, css] of Object.entries(frames)) {
    it(`a full-page screen fills the window in a template whose root has ${what}`, async () => {
      const folder = await makeProject(projects.JavaScript)
      writeFileSync(path.join(folder, "src/index.css"), css)
      const main = readFileSync(path.join(folder, "src/main.jsx"), "utf8")
      writeFileSync(path.join(folder, "src/main.jsx"), `import "./index.css"\n${main}`)
      const server = await served["the development server"](folder)
      const page = await openPage(`${server.resolvedUrls!.local[0]!}handler/sign-in`)
      await page.getByLabel("Email").waitFor()

      const { main: box, window } = await page.evaluate(() => {
        const { bottom, left, right, top } = document.querySelector("main")!.getBoundingClientRect()
        const { clientHeight, clientWidth } = document.documentElement
        return { main: { bottom, left, right, top }, window: { height: clientHeight, width: clientWidth } }
      })

      assert.deepStrictEqual([box.left, box.top, box.right], [0, 0, window.width])
      assert.isAtLeast(box.bottom, window.height)
      await page.close()
      await server.close()
    }, 120_000)
  }

  for (const [how, serve] of Object.entries(served)) {
    for (const [language, files] of Object.entries(projects)) {
      it(
        `latchkey init sets up sign-in on ${how} with React in ${language}, with the settings from .env.local`,
        async () => {
          platform.requests.clear()
          const server = await serve(await makeProject(files))
          const page = await openPage(server.resolvedUrls!.local[0]!)

          await page.waitForURL("**/handler/sign-in**")
          await page.getByLabel("Email").fill(ada.email)
          await page.getByLabel("Password", { exact: true }).fill(ada.password)
          await page.keyboard.press("Enter")
          await page.getByRole("heading", { name: "Hello Ada" }).waitFor()

          // the emulator's URL and key are only in .env.local
          const signIns = platform.requests.list().filter(({ endpoint, status }) =>
            endpoint === "password.signIn" && status === 200
          )
          assert.lengthOf(signIns, 1)
          await page.close()
          await server.close()
        }
      )
    }

    for (const [what, files] of Object.entries(routerProjects)) {
      it(
        `after latchkey init, a client-side link shows the screen on ${how} with ${what}, and going back shows the page`,
        async () => {
          const server = await serve(await makeProject(files))
          const page = await openPage(server.resolvedUrls!.local[0]!)

          await page.getByRole("link", { name: "Sign in here" }).click()
          await page.getByLabel("Email").waitFor()
          await page.goBack()
          await page.getByRole("link", { name: "Sign in here" }).waitFor()

          assert.strictEqual(await page.getByText("Other").count(), 0)
          await page.close()
          await server.close()
        }
      )
    }

    it(`latchkey init sets up a client on ${how} without React`, async () => {
      const server = await serve(await makeProject(plainProject))
      const page = await openPage(server.resolvedUrls!.local[0]!)

      await page.getByRole("heading", { name: "Hello Ada" }).waitFor()
      await page.close()
      await server.close()
    })
  }
})
