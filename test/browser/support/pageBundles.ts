/** Bundles the pages of `test/browser/pages`, once a run for all workers. Vitest's global set-up. */
import { build } from "esbuild"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** Where bundles are asked for, on loopback; to browsers an empty page. */
    readonly pages: string
  }
}

/** Which script, and how. */
export interface Script {
  /** A file of `test/browser/pages`. */
  readonly page: string
  /** What it imports later comes later. */
  readonly chunks: boolean
  /** For whom React and the library are built. */
  readonly build: "development" | "production"
}

const folder = fileURLToPath(new URL("../pages", import.meta.url))

/** As a user's bundler would. Paths and texts of files; the script is `/page.js`. */
const bundle = async ({ build: mode, chunks, page }: Script): Promise<string> => {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [page],
    outdir: "/",
    entryNames: "page",
    conditions: ["latchkey-source"],
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    bundle: true,
    splitting: chunks,
    format: "esm",
    jsx: "automatic",
    // a third less work for the browser; lines stay short enough to find what an error points at
    minify: true,
    lineLimit: 120,
    write: false
  })
  return JSON.stringify(outputFiles.map((file) => [file.path, file.text]))
}

export default async ({ provide }: TestProject) => {
  const made = new Map<string, Promise<string>>()
  const server = createServer(async (request, response) => {
    if (request.method === "GET") {
      return void response.setHeader("content-type", "text/html").end("<title>Empty</title>")
    }
    const asked = Buffer.concat(await request.toArray()).toString()
    const files = made.get(asked) ?? bundle(JSON.parse(asked))
    made.set(asked, files)
    files.then((text) => response.end(text), (error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  provide("pages", `http://localhost:${(server.address() as AddressInfo).port}`)
  return () => server.close()
}
