/** Pages of other sites in an iframe. Their links and forms are sent to the page that contains the iframe. */
import { nonce } from "../../../layers/call/index.ts"
import { parseUrl } from "../../../schemas/address.ts"
import { pages } from "../server/index.ts"
import type { Mail } from "../state/index.ts"

/** A page that isn't the app's: a provider's page, the checkout page or an email. */
export interface FramePage {
  /** URL of the page. Emails have a `mailto:` URL. */
  readonly url: string
  readonly html: string
}

/**
 * Scripts run in the frame, because its pages report clicks and forms. Forms never leave it, but without `allow-forms`
 * there are no `submit` events. Without `allow-same-origin`, the frame can't access the page that contains it.
 */
const sandbox = "allow-scripts allow-forms"

/** Reports links and forms to the parent. Runs in the frame. */
const script = `
const report = (href, form) => parent.postMessage({ latchkeyFrame: { href, form } }, "*")
addEventListener("click", (event) => {
  const link = event.target.closest("a[href]")
  if (link === null) return
  event.preventDefault()
  report(link.getAttribute("href"))
})
addEventListener("submit", (event) => {
  event.preventDefault()
  const form = event.target
  const action = form.getAttribute("action") ?? ""
  const fields = new URLSearchParams(new FormData(form, event.submitter)).toString()
  if (form.getAttribute("method")?.toLowerCase() === "post") report(action, fields)
  else report(action.replace(/[?#].*/, "") + "?" + fields)
})`

/** Adds the script, and a policy that forbids all requests, such as for pictures in emails. */
const contained = (html: string): string => {
  const id = nonce()
  const policy =
    `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; script-src 'nonce-${id}'`
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${html}<script nonce="${id}">${script}</script>`
}

/** The element of a browser for pages of other sites. */
export interface Frame {
  readonly page: () => FramePage | null
  readonly show: (page: FramePage | null) => void
  readonly attach: (element: HTMLElement | null) => void
}

/** Creates a frame. `requested` is called with links, and with the fields of submitted forms. */
export const makeFrame = (requested: (url: URL, form: string | undefined) => void): Frame => {
  let page: FramePage | null = null
  let element: HTMLElement | null = null
  let iframe: HTMLIFrameElement | undefined
  let listening: AbortController | undefined
  // each page has an iframe of its own, because other pages in the same iframe would be entries of the history
  const render = () => {
    if (element === null) return
    iframe = page === null ? undefined : iframeOf(element.ownerDocument, page)
    element.replaceChildren(...(iframe === undefined ? [] : [iframe]))
    element.hidden = iframe === undefined
  }
  const received = ({ data, source }: MessageEvent) => {
    if (source === null || source !== iframe?.contentWindow || data?.latchkeyFrame === undefined) return
    const { form, href } = data.latchkeyFrame
    const url = parseUrl(href, page?.url)
    if (url !== undefined) requested(url, form)
  }
  return {
    page: () => page,
    show: (next) => {
      page = next
      render()
    },
    attach: (next) => {
      listening?.abort()
      element?.replaceChildren()
      element = next
      if (element === null) return
      listening = new AbortController()
      element.ownerDocument.defaultView?.addEventListener("message", received, { signal: listening.signal })
      render()
    }
  }
}

const iframeOf = (document: Document, { html, url }: FramePage): HTMLIFrameElement => {
  const { title } = new DOMParser().parseFromString(html, "text/html")
  const iframe = Object.assign(document.createElement("iframe"), { title: title || url, srcdoc: contained(html) })
  iframe.setAttribute("sandbox", sandbox)
  iframe.style.cssText = "display: block; inline-size: 100%; block-size: 100%; min-block-size: 36rem; border: 0"
  return iframe
}

const messagePage = (url: string, title: string, text: string): FramePage => ({
  url,
  html: pages.document(title, `<header><h1>${title}</h1></header>\n<p>${pages.escaped(text)}</p>`, "Latchkey emulator.")
})

/** Stands in for a site that isn't the emulator. */
export const otherSite = (url: URL, origin: string): FramePage =>
  messagePage(
    url.href,
    "No such site here",
    `${url.origin} is neither the app (${origin}) nor the emulator. In a real browser, the app would navigate to this site.`
  )

/** Stands in for a page whose request was lost, because of a fault. */
export const lostConnection = (url: URL): FramePage =>
  messagePage(url.href, "Connection lost", `The request for ${url.href} was lost. Open the link again.`)

/** Shows a response that isn't HTML. */
export const textPage = (url: URL, text: string): FramePage => messagePage(url.href, "Response", text)

/** Shows an email. */
export const mailPage = ({ html, subject, text, to }: Mail): FramePage => ({
  url: `mailto:${to}`,
  html: html ?? pages.document(pages.escaped(subject), `<pre>${pages.escaped(text)}</pre>`, pages.escaped(to))
})
