/** What a server that renders React puts into a page: for whom it is, their cookies say. */
import { uneval } from "devalue"
import type { IncomingMessage } from "node:http"
import { renderToReadableStream } from "react-dom/server"
import { tokenStoreOf } from "../../layers/tokenStoreOf.ts"
import { createClient } from "../../src/promise.ts"
import * as reads from "../../src/reads.ts"
import { Page } from "../browser/pages/rendered/Page.tsx"
import type { SiteProject } from "./site.ts"

/** The page's markup, and what the browser needs to render the same. */
export const renderPage = async (request: IncomingMessage, project: SiteProject): Promise<string> => {
  const url = new URL(request.url ?? "/", `http://${request.headers.host}`)
  const theirs = new Request(url, { headers: { cookie: request.headers.cookie ?? "" } })
  const client = createClient({ ...project, tokenStore: theirs })
  const user = await client.currentUser.get()
  const initial = reads.initial(user, [reads.project, await client.project.get()])
  await client.dispose()
  const props = { project, path: url.pathname, initial }
  const stream = await renderToReadableStream(
    <Page {...props} project={{ ...project, tokenStore: tokenStoreOf(theirs) }} />
  )
  await stream.allReady
  return `<div id="app">${await new Response(stream).text()}</div><script>const rendered = ${uneval(props)}</script>`
}
