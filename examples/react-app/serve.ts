/**
 * Serves the example app with Vite's dev server, so that changes in this folder appear at once. At the start, Vite
 * bundles the library, as in apps that install it. Otherwise, pages would load its three hundred modules one by one.
 */
import react from "@vitejs/plugin-react"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import { build, createServer, defaultClientConditions, type InlineConfig, preview } from "vite"
import type { EmulatedProject } from "./emulatedProject.ts"

/** Vite could not serve the app. */
export class SiteNotServed extends Data.TaggedError("SiteNotServed")<{ readonly problem: string }> {
  override get message(): string {
    return `The example's page could not be served: ${
      this.problem.replace(/\.?$/, ".")
    } Choose another port with --app-port NUMBER.`
  }
}

const host = "127.0.0.1"

/** Entries of the library that the page imports. */
const library = [
  "latchkey",
  "latchkey/layers",
  "latchkey/react",
  "latchkey/react/devtools",
  "latchkey/react/parts",
  "latchkey/react/screens"
]

/** Serves the app on `localhost`, where browsers allow passkeys without a certificate, until the scope closes. */
export const serve = (
  platform: EmulatedProject,
  port: number | undefined
): Effect.Effect<string, SiteNotServed, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const server = await createServer({
          ...configOf(platform),
          optimizeDeps: { include: library, force: true },
          server: {
            host,
            port: port ?? 5173,
            // if another program uses the requested port, fail instead of using the next port
            strictPort: port !== undefined && port !== 0
          }
        })
        return server.listen()
      },
      catch: (error) => new SiteNotServed({ problem: error instanceof Error ? error.message : String(error) })
    }),
    (server) => Effect.promise(() => server.close())
  ).pipe(Effect.map((server) => `http://localhost:${(server.httpServer!.address() as AddressInfo).port}`))

/** Serves the app as a bundle with devtools. Pages load faster, but changes to the code don't appear. */
export const serveBundled = async (platform: EmulatedProject, outDir: string) => {
  const config = configOf(platform)
  const define = { ...config.define, "process.env.NODE_ENV": "\"development\"" }
  await build({ ...config, define, build: { outDir, emptyOutDir: true, minify: true } })
  const server = await preview({ ...config, build: { outDir }, preview: { host, port: 0 } })
  return {
    url: `http://localhost:${(server.httpServer.address() as AddressInfo).port}`,
    close: () => server.close()
  }
}

const configOf = (platform: EmulatedProject) =>
  ({
    configFile: false,
    root: fileURLToPath(new URL(".", import.meta.url)),
    cacheDir: fileURLToPath(new URL("../../node_modules/.cache/latchkey/vite", import.meta.url)),
    logLevel: "error",
    plugins: [react()],
    resolve: { conditions: ["latchkey-source", ...defaultClientConditions] },
    define: { __EMULATED_PROJECT__: JSON.stringify(platform) }
  }) satisfies InlineConfig
