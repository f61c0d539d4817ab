/** A React application on the embedded platform. `npm run example -- examples/react/main.ts` */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { build } from "esbuild"
import { Emulator } from "latchkey/emulator"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"

const bundle = (project: object) =>
  Effect.promise(() =>
    build({
      entryPoints: [fileURLToPath(new URL("browser.tsx", import.meta.url))],
      conditions: ["latchkey-source"],
      define: { project: JSON.stringify(project), "process.env.NODE_ENV": "\"development\"" },
      bundle: true,
      format: "esm",
      jsx: "automatic",
      write: false
    })
  ).pipe(Effect.map(({ outputFiles }) => outputFiles.map(({ text }) => text).join("")))

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Latchkey and React</title>
<div id="app"></div>
<script type="module" src="/app.js"></script>
`

/** Serves page and script until the scope closes. */
const serve = (script: string) =>
  Effect.acquireRelease(
    Effect.callback<string>((resume) => {
      const server = createServer((request, response) => {
        const [type, body] = request.url === "/app.js"
          ? ["text/javascript", script]
          : ["text/html; charset=utf-8", page]
        response.writeHead(200, { "content-type": type }).end(body)
      })
      server.listen(
        0,
        "127.0.0.1",
        () => resume(Effect.succeed(`http://localhost:${(server.address() as AddressInfo).port}`))
      )
    }),
    () => Effect.void
  )

const program = Effect.gen(function*() {
  const platform = yield* Emulator.serve({ users: [{ email: "ada@example.com", password: "correct horse" }] })
  const url = yield* serve(
    yield* bundle({
      projectId: platform.project.id,
      publishableClientKey: Redacted.value(platform.project.publishableClientKey),
      baseUrl: platform.baseUrl
    })
  )
  yield* Console.log(`Open ${url} and sign in as ada@example.com with "correct horse", or sign up. Ctrl-C ends it.`)
  return yield* Effect.never
})

await Effect.runPromise(Effect.scoped(program))
