/** Renders a page on a server for the user in the cookies. */
import { uneval } from "devalue"
import type { IncomingMessage } from "node:http"
import { renderToReadableStream } from "react-dom/server"
import { tokenStoreOf } from "../../../layers/session/tokenStoreOf.ts"
import { type ClientOptions, createClient } from "../../../src/promise/index.ts"
import * as reads from "../../../src/reads.ts"
import { Page } from "../pages/rendered/Page.tsx"
import type { SiteProject } from "../site.ts"

/**
 * Returns the page's markup and the initial values for hydration. With `?initial=none`, there are no initial values,
 * and the browser has to read them.
 */
export const renderPage = async (request: IncomingMessage, project: SiteProject): Promise<string> => {
  const url = new URL(request.url ?? "/", `http://${request.headers.host}`)
  const theirs = new Request(url, { headers: { cookie: request.headers.cookie ?? "" } })
  const initial = url.searchParams.get("initial") === "none"
    ? undefined
    : await read({ ...project, tokenStore: theirs })
  const props = { project, path: url.pathname, initial }
  const stream = await renderToReadableStream(
    <Page {...props} project={{ ...project, tokenStore: tokenStoreOf(theirs) }} />
  )
  await stream.allReady
  return `<div id="app">${await new Response(stream).text()}</div><script>const rendered = ${uneval(props)}</script>`
}

const read = async (options: ClientOptions) => {
  const client = createClient(options)
  const initial = reads.initial(await client.currentUser.get(), [reads.project, await client.currentProject.get()])
  await client.dispose()
  return initial
}
