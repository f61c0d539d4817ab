/**
 * Serves an app with Vite. In your own app, these settings are in `vite.config.ts`, and the project is in `.env.local`.
 */
import react from "@vitejs/plugin-react"
import { createServer, defaultClientConditions } from "vite"

/** The project that the page uses. */
interface Project {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly baseUrl: string
}

/** Serves a folder on `localhost`. */
export const serve = async (root: string, { baseUrl, projectId, publishableClientKey }: Project) => {
  const server = await createServer({
    configFile: false,
    root,
    cacheDir: `../../node_modules/.cache/latchkey/${root.split("/").at(-2)}`,
    logLevel: "error",
    plugins: [react()],
    resolve: { conditions: ["latchkey-source", ...defaultClientConditions] },
    optimizeDeps: { include: ["latchkey", "latchkey/react", "latchkey/react/screens"], force: true },
    define: {
      "import.meta.env.VITE_HEXCLAVE_API_URL": JSON.stringify(baseUrl),
      "import.meta.env.VITE_HEXCLAVE_PROJECT_ID": JSON.stringify(projectId),
      "import.meta.env.VITE_HEXCLAVE_PUBLISHABLE_CLIENT_KEY": JSON.stringify(publishableClientKey)
    },
    server: { host: "127.0.0.1", port: 0 }
  })
  await server.listen()
  const address = server.httpServer!.address()
  if (address === null || typeof address === "string") throw new Error("not listening on a port")
  return { url: `http://localhost:${address.port}`, close: () => server.close() }
}
