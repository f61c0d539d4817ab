/** Pages of other sites in an iframe. Their links and forms are sent to the page that contains the iframe. */
import type { PageElement } from "../../../layers/browser/index.ts"
import { parseUrl } from "../../../schemas/address.ts"
import { pages } from "../server/index.ts"
import type { Mail } from "../state/index.ts"
import { frameDocument } from "./frameDocument.ts"

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

/** The element of a browser for pages of other sites. */
export interface Frame {
  readonly page: () => FramePage | null
  readonly show: (page: FramePage | null) => void
  readonly attach: (element: PageElement | null) => void
}

/** Creates a frame. `requested` is called with links, and with the fields of submitted forms. */
export const makeFrame = (requested: (url: URL, form: string | undefined) => void): Frame => {
  let page: FramePage | null = null
  let element: HTMLElement | null = null
  let port: MessagePort | undefined
  // each page has its own iframe, because other pages in the same iframe would be entries of the history
  const render = () => {
    port?.close()
    port = undefined
    if (element === null) return
    const shown = page
    const iframe = shown === null ? undefined : iframeOf(element.ownerDocument, shown)
    if (iframe !== undefined) {
      iframe.addEventListener("load", () => {
        // only the page gets a port, and not a document that replaces it
        if (port !== undefined) {
          page = leftPage(shown!.url)
          return render()
        }
        port = portOf(iframe, ({ form, href }) => {
          const url = typeof href === "string" ? parseUrl(href, shown?.url) : undefined
          if (url !== undefined) requested(url, typeof form === "string" ? form : undefined)
        })
      })
    }
    element.replaceChildren(...(iframe === undefined ? [] : [iframe]))
    element.hidden = iframe === undefined
  }
  return {
    page: () => page,
    show: (next) => {
      page = next
      render()
    },
    attach: (next) => {
      element?.replaceChildren()
      element = next
      render()
    }
  }
}

/** Gives the document of an iframe a port, and receives its reports. */
const portOf = (
  iframe: HTMLIFrameElement,
  received: (report: { readonly href?: unknown; readonly form?: unknown }) => void
): MessagePort => {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener("message", ({ data }) => received(data ?? {}))
  port1.start()
  // a sandboxed document has no origin
  iframe.contentWindow?.postMessage("latchkey", "*", [port2])
  return port1
}

const iframeOf = (document: Document, { html, url }: FramePage): HTMLIFrameElement => {
  const { title } = new DOMParser().parseFromString(html, "text/html")
  const iframe = Object.assign(document.createElement("iframe"), { title: title || url, srcdoc: frameDocument(html) })
  iframe.setAttribute("sandbox", sandbox)
  iframe.style.cssText = "display: block; inline-size: 100%; block-size: 100%; min-block-size: 36rem; border: 0"
  return iframe
}

const messagePage = (url: string, title: string, text: string): FramePage => ({
  url,
  html: pages.document(title, `<header><h1>${title}</h1></header>\n<p>${pages.escaped(text)}</p>`, "Latchkey emulator.")
})

const leftPage = (url: string): FramePage =>
  messagePage(url, "This page can't be shown", "It tried to open another page without a click.")

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
