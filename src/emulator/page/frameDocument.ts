/** The document of a page in the iframe. It can't run its own scripts, send requests or navigate. docs/laws.md Z6. */
import { nonce } from "../../../layers/call/index.ts"
import { pages } from "../server/index.ts"

/**
 * Reports links and forms through the port that the parent sends, and cancels their navigation. Runs in the frame. Links
 * in SVG have an attribute of another namespace, and animations can add it later, so every link counts.
 */
const script = `
let port
const waiting = []
const report = (href, form) => port === undefined ? waiting.push({ href, form }) : port.postMessage({ href, form })
addEventListener("message", (event) => {
  if (port !== undefined || event.source !== parent || event.ports.length !== 1) return
  port = event.ports[0]
  waiting.forEach((message) => port.postMessage(message))
})
const follow = (event) => {
  const link = event.composedPath().find((each) => each instanceof Element && each.matches("a, area, [href]"))
  if (link === undefined) return
  event.preventDefault()
  const href = link.getAttribute("href") ?? link.getAttributeNS("http://www.w3.org/1999/xlink", "href")
  if (event.type === "click" && href !== null) report(href)
}
addEventListener("click", follow, true)
addEventListener("auxclick", follow, true)
addEventListener("submit", (event) => {
  event.preventDefault()
  const form = event.target
  const action = form.getAttribute("action") ?? ""
  const fields = new URLSearchParams(new FormData(form, event.submitter)).toString()
  if (form.getAttribute("method")?.toLowerCase() === "post") report(action, fields)
  else report(action.replace(/[?#].*/, "") + "?" + fields)
}, true)`

/**
 * Elements that navigate, send requests that no policy forbids, contain another document, or hide elements from the
 * parser of this page: the content of `noscript` depends on whether scripts run, and a template can be a shadow root.
 */
const forbidden = [
  "meta[http-equiv]",
  "base",
  "link",
  "script",
  "iframe",
  "frame",
  "frameset",
  "object",
  "embed",
  "portal",
  "fencedframe",
  "template",
  "noscript",
  "noembed",
  "noframes",
  "xmp",
  "plaintext"
].join()

const doctype = "<!doctype html>"

const parsed = (html: string): Document => new DOMParser().parseFromString(doctype + html, "text/html")

/** Maximum number of times that a page is cleaned. */
const rounds = 5

/**
 * Returns the HTML without the forbidden elements. Text that has been parsed and written can contain other elements when
 * it is parsed again, so the result is parsed until nothing is found. Returns `undefined` if something is found each time.
 */
const cleaned = (html: string): string | undefined => {
  let text = html
  for (let round = 0; round < rounds; round++) {
    const document = parsed(text)
    const found = document.querySelectorAll(forbidden)
    if (found.length === 0 && round > 0) return text
    found.forEach((element) => element.remove())
    text = document.documentElement.outerHTML
  }
  return undefined
}

/** Creates the document. Its policy forbids all requests, such as for pictures in emails. */
export const frameDocument = (html: string): string => {
  const id = nonce()
  const policy =
    `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; script-src 'nonce-${id}'`
  const head = `<meta http-equiv="Content-Security-Policy" content="${policy}"><script nonce="${id}">${script}</script>`
  return doctype + head + (cleaned(html) ?? `<pre>${pages.escaped(html)}</pre>`)
}
