/** The apps in `examples/migration`, before and after the move. */
import { readdirSync, readFileSync } from "node:fs"
import { planFor, type PlanOptions } from "../../../../src/cli/migrate/index.ts"
import { withReplacements } from "../../../../src/cli/source/index.ts"

const folder = new URL("../../../../examples/migration/", import.meta.url)

/** Dependencies of the apps, by folder. */
const dependencies = {
  "admin": { "@stackframe/react": "^2.8.78", "react": "^19.2.0" },
  "back-end": { "@stackframe/js": "^2.8.11", "express": "^5.3.0" },
  "fastify": { "@stackframe/js": "^2.8.11", "fastify": "^5.0.0" },
  "next": { "@stackframe/stack": "^2.8.54", "next": "^16.4.6", "react": "^19.2.0" },
  "react-router": { "@stackframe/react": "^2.8.71", "react": "^19.2.0", "react-router": "^8.5.1" },
  "sign-up": { "@hexclave/react": "^2.8.108", "react": "^19.2.0" },
  "spa": { "@stackframe/react": "^2.8.71", "react": "^19.2.0", "react-router": "^8.5.1" },
  "tanstack-router": {
    "@stackframe/react": "^2.8.78",
    "@tanstack/react-router": "^1.170.0",
    "express": "^5.3.0",
    "jose": "^6.2.0",
    "react": "^19.2.0"
  },
  "team-tool": { "@hexclave/js": "^2.8.108" },
  "tool": { "@hexclave/js": "^2.8.108" }
}

export type App = keyof typeof dependencies

export const apps = Object.keys(dependencies) as ReadonlyArray<App>

/** What a plan needs besides the sources. */
export const options: PlanOptions = {
  commands: {
    installAll: "npm install",
    install: (packages) => `npm install ${packages.join(" ")}`,
    exec: (program) => `npx ${program}`
  },
  versions: { effect: "^4.1.0", latchkey: "^0.1.0" }
}

/** Returns the text of each source of an app. */
export const sourcesOf = (side: "before" | "after", app: App): { readonly [path: string]: string } => {
  const root = new URL(`${side}/${app}/`, folder)
  return Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"))
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
      .toSorted()
      .map((path) => [path, readFileSync(new URL(encodeURI(path).replaceAll("?", "%3F"), root), "utf8")])
  )
}

export const manifestOf = (app: App): string => `${JSON.stringify({ dependencies: dependencies[app] }, null, 2)}\n`

export const planOf = (app: App) =>
  planFor(
    Object.entries(sourcesOf("before", app)).map(([path, text]) => ({ path, text, isScript: true })),
    manifestOf(app),
    { ...options, isNext: app === "next" }
  )

/** Returns a source of an app as the command writes it. */
export const outputOf = (app: App, file: string): string =>
  planOf(app).changes.find(({ path }) => path === file)?.after ?? sourcesOf("before", app)[file]!

/** Returns the lines of an app's output that the command lists, counted from 1, with the row of each. */
export const listedLines = (app: App, file: string): ReadonlyArray<{ readonly line: number; readonly row: string }> => {
  const { changes, left } = planOf(app)
  const before = sourcesOf("before", app)[file]!
  const replacements = changes.find(({ path }) => path === file)?.replacements ?? []
  return left.filter(({ path }) => path === file).map(({ line, row }) => {
    const start = before.split("\n").slice(0, line - 1).join("\n").length
    const above = withReplacements(before, replacements.filter(({ end }) => end <= start))
    return { line: line + above.split("\n").length - before.split("\n").length, row }
  })
}
