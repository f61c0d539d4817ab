/** Scripts of `test/browser/pages`, as a user's bundler makes them. */
import { build } from "esbuild"
import { fileURLToPath } from "node:url"

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
export const bundle = async (
  { build: mode, chunks, page }: Script
): Promise<ReadonlyArray<readonly [path: string, text: string]>> => {
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
  return outputFiles.map((file) => [file.path, file.text])
}
