/** Bundles scripts of `test/browser/pages` like a user's bundler. */
import { build } from "esbuild"
import { fileURLToPath } from "node:url"

/** Options of a bundle. */
export interface Script {
  /** A file of `test/browser/pages`. */
  readonly page: string
  /** Whether dynamic imports are separate files. */
  readonly chunks: boolean
  /** Build of React and the library. */
  readonly build: "development" | "production"
}

const folder = fileURLToPath(new URL("../pages", import.meta.url))

/** Returns the bundle's files by path; the script is `/page.js`. */
export const bundle = async (
  { build: mode, chunks, page }: Script
): Promise<ReadonlyArray<readonly [path: string, text: string]>> => {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [page],
    outdir: "/",
    entryNames: "page",
    conditions: ["latchkey-source"],
    define: {
      "process.env.NODE_ENV": JSON.stringify(mode),
      // undefined, unless a script sets it
      "import.meta.env": "globalThis.viteEnvironment"
    },
    bundle: true,
    splitting: chunks,
    format: "esm",
    jsx: "automatic",
    // Minifying saves the browser a third of its work; a line limit keeps stack traces usable.
    minify: true,
    lineLimit: 120,
    write: false
  })
  return outputFiles.map((file) => [file.path, file.text])
}
