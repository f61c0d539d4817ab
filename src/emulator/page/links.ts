/** Links of the app, which open in the browser of the page instead of the real one. */

/**
 * Returns a function that sets the element with the links. `follow` opens a link, and returns whether it did. The real
 * browser opens all other links.
 */
export const makeLinks = (follow: (href: string) => boolean): (element: Element | null) => void => {
  let listening: AbortController | undefined
  return (element) => {
    listening?.abort()
    if (element === null) return
    listening = new AbortController()
    // on the document, so that the app's own handlers run first
    element.ownerDocument.addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const path = event.composedPath()
      const link = path.find((each) => each instanceof Element && each.matches("a[href]")) as Element | undefined
      if (link === undefined || !path.includes(element) || link.matches("[target]:not([target=_self]), [download]")) {
        return
      }
      if (follow(link.getAttribute("href")!)) event.preventDefault()
    }, { signal: listening.signal })
  }
}
