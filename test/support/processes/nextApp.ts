/** An app of Next.js as a process, with additional pages: in development or after a build. */
import { spawn, spawnSync } from "node:child_process"
import { cp, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import * as path from "node:path"
import { node } from "./runExample.ts"

const root = path.resolve(import.meta.dirname, "../../..")
const next = createRequire(import.meta.url).resolve("next/dist/bin/next")

/** A running app. */
export interface NextApp {
  readonly url: string
  readonly close: () => Promise<void>
  /** Output so far, including the output of the build. */
  readonly output: () => string
}

const example = path.join(root, "examples/next")

/** Makes Next.js resolve packages to modules of this repository. */
const resolvePackages = async (file: string, packages: { readonly [name: string]: string }): Promise<void> => {
  const settings = JSON.parse(await readFile(file, "utf8")) as { readonly compilerOptions: object }
  const paths = Object.entries(packages).map((
    [name, module]
  ) => [name, [path.relative(path.dirname(file), path.join(root, module))]])
  const compilerOptions = { ...settings.compilerOptions, paths: Object.fromEntries(paths) }
  await writeFile(file, JSON.stringify({ ...settings, compilerOptions }))
}

/**
 * Starts the app in a folder, with additional folders of pages. The app is copied into a new folder, because Next.js
 * supports only one running app per folder.
 */
export const startNext = async (
  mode: "development" | "production",
  project: { readonly projectId: string; readonly publishableClientKey: string; readonly baseUrl: string },
  { from = example, packages = {}, pages = {} }: {
    /** @default the example */
    readonly from?: string
    /** Packages that aren't installed, and the modules that stand in for them. */
    readonly packages?: { readonly [name: string]: string }
    /** Folders below `app`, and where to copy them from. */
    readonly pages?: { readonly [name: string]: string }
  }
): Promise<NextApp> => {
  const folder = path.join(root, ".next", `${path.basename(from)}-${mode}-${process.pid}`)
  await cp(path.resolve(root, from), folder, {
    recursive: true,
    filter: (file) => ![".next", "next-env.d.ts", "main.ts"].includes(path.basename(file))
  })
  // with them, Next.js finds the package's sources
  for (const name of ["next.config.mjs", "tsconfig.json"]) await cp(path.join(example, name), path.join(folder, name))
  if (Object.keys(packages).length > 0) await resolvePackages(path.join(folder, "tsconfig.json"), packages)
  for (const [name, from] of Object.entries(pages)) {
    await cp(path.join(root, from), path.join(folder, "app", name), { recursive: true })
  }
  const env = {
    PATH: process.env["PATH"],
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_PUBLIC_STACK_PROJECT_ID: project.projectId,
    NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: project.publishableClientKey,
    NEXT_PUBLIC_STACK_API_URL: project.baseUrl
  } as NodeJS.ProcessEnv
  let output = ""
  if (mode === "production") {
    const built = spawnSync(node, [next, "build", folder], { env, encoding: "utf8" })
    output = built.stdout + built.stderr
    if (built.status !== 0) throw new Error(`next build failed:\n${output}`)
  }
  const command = mode === "production" ? "start" : "dev"
  const child = spawn(node, [next, command, folder, "--hostname", "localhost", "--port", "0"], { env })
  const ended = new Promise((resolve) => child.on("close", resolve))
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString()
        const found = /Local:\s+(http:\S+)/.exec(output)?.[1]
        if (found !== undefined) resolve(found)
      })
    }
    void ended.then(() => reject(new Error(`next ${command} exited:\n${output}`)))
  })
  // compiles code that pages share, before a browser waits for it
  for (const name of Object.keys(pages)) await (await fetch(`${url}/${name}`)).text()
  return {
    url,
    output: () => output,
    close: async () => {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    }
  }
}
