/** Additions to starters, as in projects that are no longer fresh. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import * as path from "node:path"

/** Changes a starter. */
export interface Addition {
  readonly name: string
  /** Changes the project in a folder. Returns `false` if the addition doesn't apply, and a folder if the project moved. */
  readonly add: (folder: string) => boolean | string
}

const read = (folder: string, file: string): string => readFileSync(path.join(folder, file), "utf8")

const write = (folder: string, file: string, text: string | Uint8Array): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

/** Every text file, without installed packages. */
export const textsIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/(?:^|\/)(?:node_modules|\.git)\//.test(file))
    .filter((file) => /\.(?:[cm]?[jt]sx?|json|html|css|vue|svelte|astro)$|(?:^|\/)\.[\w.]+$/.test(file))
    .sort()

const changed = (folder: string, change: (text: string) => string): true => {
  for (const file of textsIn(folder)) write(folder, file, change(read(folder, file)))
  return true
}

const dependsOn = (folder: string, name: string): boolean => {
  const { dependencies, devDependencies } = JSON.parse(read(folder, "package.json"))
  return name in { ...dependencies, ...devDependencies }
}

const nextRoot = (folder: string): string | undefined =>
  !dependsOn(folder, "next") ? undefined : existsSync(path.join(folder, "src")) ? "src/" : ""

const nextFile = (name: string, text: string) => (folder: string): boolean => {
  const root = nextRoot(folder)
  if (root === undefined) return false
  write(folder, `${root}${name}`, text)
  return true
}

export const additions: ReadonlyArray<Addition> = [
  { name: "fresh", add: () => true },
  { name: "CRLF", add: (folder) => changed(folder, (text) => text.replaceAll(/\r?\n/g, "\r\n")) },
  {
    name: "mixed line ends",
    add: (folder) => {
      let at = 0
      return changed(folder, (text) => text.replaceAll(/\r?\n/g, () => at++ % 3 === 0 ? "\r\n" : "\n"))
    }
  },
  { name: "no final line end", add: (folder) => changed(folder, (text) => text.trimEnd()) },
  {
    name: "byte order marks",
    add: (folder) => changed(folder, (text) => text.startsWith("#!") ? text : `\ufeff${text.replace(/^\ufeff/, "")}`)
  },
  {
    name: "Latin-1 settings",
    add: (folder) => {
      for (const name of [".env", ".env.local", ".dev.vars"]) {
        write(folder, name, Buffer.from("PASSWORD=gr\xfcn\n", "latin1"))
      }
      return true
    }
  },
  {
    name: "own settings",
    add: (folder) => {
      for (const name of [".env", ".env.local", ".dev.vars"]) write(folder, name, "PASSWORD=sesame")
      return true
    }
  },
  {
    name: "words in comments",
    add: (folder) => {
      for (const file of textsIn(folder).filter((name) => /\.[jt]sx?$/.test(name) && !/config|\.d\.ts$/.test(name))) {
        const text = read(folder, file)
        if (!/^\s*(?:#!|["']use)/.test(text)) {
          write(folder, file, `${text}\n/* TODO: try latchkey\nimport "latchkey"\n*/\n`)
        }
      }
      return true
    }
  },
  {
    name: "monorepo",
    add: (folder) => {
      const root = `${folder}-root`
      mkdirSync(path.join(root, "apps"), { recursive: true })
      renameSync(folder, path.join(root, "apps/app"))
      write(root, "package.json", JSON.stringify({ name: "root", private: true, workspaces: ["apps/*"] }))
      write(root, "package-lock.json", "{}")
      mkdirSync(path.join(root, ".git"))
      write(root, ".gitignore", ".env*\n")
      return path.join(root, "apps/app")
    }
  },
  { name: "own middleware", add: nextFile("middleware.ts", "export const middleware = () => undefined\n") },
  {
    name: "own proxy with CSP",
    add: nextFile(
      "proxy.ts",
      `import { NextResponse } from "next/server"

export function proxy() {
  const response = NextResponse.next()
  response.headers.set("content-security-policy", "default-src 'self'")
  return response
}
`
    )
  },
  {
    name: "locales",
    add: (folder) => {
      const root = nextRoot(folder)
      const layout = ["tsx", "js"].map((end) => `${root}app/layout.${end}`).find((file) =>
        existsSync(path.join(folder, file))
      )
      if (root === undefined || layout === undefined) return false
      renameSync(path.join(folder, `${root}app`), path.join(folder, `${root}locale`))
      mkdirSync(path.join(folder, `${root}app`))
      renameSync(path.join(folder, `${root}locale`), path.join(folder, `${root}app/[locale]`))
      return true
    }
  },
  {
    name: "socket.io",
    add: (folder) => {
      const file = ["index.js", "src/index.ts"].find((each) => existsSync(path.join(folder, each)))
      const text = file === undefined ? "" : read(folder, file)
      if (file === undefined || !/\bexpress\(\)/.test(text) || !/^app\.listen\(/m.test(text)) return false
      const common = text.includes("require(")
      write(
        folder,
        file,
        `${
          common ? "const { createServer } = require('node:http');" : "import { createServer } from \"node:http\";"
        }\n${text.replace(/^app\.listen\(/m, "const server = createServer(app);\nserver.listen(")}`
      )
      return true
    }
  }
]
