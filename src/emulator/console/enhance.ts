/**
 * Script of the console's pages: forms update the page in place, and live parts show state changes. The functions are
 * served as their source text, so they can't reference anything outside. Every page and form also works without the
 * script.
 */

/** The live parts of a page in the browser. */
interface Live {
  readonly read: (response: Response) => Promise<Document>
  /** Shows the live parts of a page from the server. */
  readonly follow: (page: Document) => void
  /** Updates the live parts. Ignores a response that arrives after a newer one, or after navigation. */
  readonly refresh: () => Promise<void>
  /** Sets the request that returns the current page. */
  readonly shows: (request: { readonly url: string; readonly init?: RequestInit }) => void
}

/** Follows the changes of a document without replacing unchanged elements. */
const makeFollow = (): (page: Document) => void => {
  /**
   * Latest page from the server. The document differs from this page: users open `<details>` elements, and browser
   * translation changes text.
   */
  let sent = document.cloneNode(true) as Document

  /**
   * Inserts new elements and removes missing ones. Unchanged elements stay in place. Otherwise emails would load again, the
   * focus would be lost, and a translation would flicker.
   */
  const follow = (old: Element, before: Element, fresh: Element): void => {
    let at = old.firstChild
    for (const node of fresh.childNodes) {
      const id = node instanceof Element ? node.id : ""
      const isSame = id !== "" && [...before.children].find((child) => child.id === id)?.isEqualNode(node) === true
      const same = isSame ? [...old.children].find((child) => child.id === id) : undefined
      if (same === undefined) {
        old.insertBefore(node.cloneNode(true), at)
        continue
      }
      while (at !== null && at !== same) at = removeNode(at)
      at = same.nextSibling
    }
    while (at !== null) at = removeNode(at)
  }

  const removeNode = (node: ChildNode): ChildNode | null => {
    const next = node.nextSibling
    node.remove()
    return next
  }

  const followLive = (page: Document): void => {
    const before = sent
    sent = page
    for (const fresh of page.querySelectorAll("[data-live]")) {
      const old = document.getElementById(fresh.id)
      const was = before.getElementById(fresh.id)
      if (old === null || was === null || was.isEqualNode(fresh)) continue
      const focused = old.contains(document.activeElement) ? document.activeElement?.id : undefined
      const open = [...old.querySelectorAll("details[open]")].map(({ id }) => id)
      follow(old, was, fresh)
      for (const id of open) document.getElementById(id)?.setAttribute("open", "")
      if (focused !== undefined && focused !== "") document.getElementById(focused)?.focus({ preventScroll: true })
    }
  }

  return followLive
}

/** Returns the live parts of the page. */
const makeLive = (follow: (page: Document) => void): Live => {
  /** Request for the current page, repeated when something changes. */
  let shown: { readonly url: string; readonly init?: RequestInit } = { url: location.href }

  const read = async (response: Response): Promise<Document> =>
    new DOMParser().parseFromString(await response.text(), "text/html")

  /** Resolves once no pointer is pressed. Until then the page doesn't change, so that a click reaches its target. */
  let released: Promise<unknown> = Promise.resolve()
  document.addEventListener("pointerdown", () => {
    const listening = new AbortController()
    released = new Promise((resolve) => {
      const checkPointer = ({ buttons }: PointerEvent) => {
        if (buttons !== 0) return
        listening.abort()
        // the click event comes after the pointer is released
        requestAnimationFrame(resolve)
      }
      // a menu or another window may receive the release, so the next pointer move is checked too
      for (const event of ["pointerup", "pointercancel", "pointermove"] as const) {
        document.addEventListener(event, checkPointer, { signal: listening.signal })
      }
    })
  })

  let lastRefresh = 0

  const refresh = async (): Promise<void> => {
    const thisRefresh = ++lastRefresh
    const page = await read(await fetch(shown.url, shown.init))
    await released
    if (thisRefresh === lastRefresh) follow(page)
  }

  return {
    read,
    follow,
    refresh,
    shows: (request) => {
      shown = request
    }
  }
}

/** Sends forms without leaving the page. */
const sendForms = (live: Live): void => {
  const replace = (page: Document, part: string): void => {
    const [old, fresh] = [document.querySelector(part), page.querySelector(part)]
    if (old !== null && fresh !== null) old.replaceChildren(...fresh.cloneNode(true).childNodes)
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target
    const formTarget = event.submitter?.getAttribute("formtarget") ?? ""
    if (!(form instanceof HTMLFormElement) || formTarget !== "" || form.getAttribute("method") !== "post") return
    event.preventDefault()
    const fields = [...new FormData(form, event.submitter)].filter((field): field is [string, string] =>
      typeof field[1] === "string"
    )
    const url = form.getAttribute("action") ?? location.href
    const init = { method: "POST", body: new URLSearchParams(fields) }
    const response = await fetch(url, init)
    const page = await live.read(response)
    if (!response.ok) {
      // keeps typed text
      replace(page, "#notice")
      document.getElementById("notice")?.scrollIntoView({ block: "nearest" })
      return
    }
    live.shows(response.redirected ? { url: response.url } : { url, init })
    if (response.redirected) history.replaceState(null, "", response.url.replace(/[?&]notice=\w+/, ""))
    live.follow(page)
    replace(page, "main")
    document.title = page.title
    document.querySelector("main")?.focus({ preventScroll: true })
    // the state may have changed since the response; an error is ignored, because it may be caused by leaving the page
    live.refresh().catch(() => {})
  })

  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement) target.closest<HTMLFormElement>("form[data-auto]")?.requestSubmit()
  })
}

/** Copies values when their buttons are clicked. */
const copyValues = (): void => {
  /** Copies a value. Without access to the clipboard, selects the value instead. */
  const copy = async (button: HTMLElement, value: HTMLElement): Promise<void> => {
    const word = button.firstElementChild!
    try {
      await navigator.clipboard.writeText(value.textContent)
      word.textContent = "Copied"
    } catch {
      value.closest("details")?.setAttribute("open", "")
      getSelection()?.selectAllChildren(value)
      word.textContent = "Selected"
    }
    const status = document.getElementById("copied")
    if (status !== null) status.textContent = `${word.textContent} ${button.lastElementChild!.textContent}`
    button.addEventListener("blur", () => {
      word.textContent = "Copy"
    }, { once: true })
  }

  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-copies]") : null
    const value = document.getElementById(button?.dataset["copies"] ?? "")
    if (button !== null && value !== null) void copy(button, value)
  })
}

/** Shows changes of the emulator. */
const watchChanges = (live: Live): void => {
  /** Resolves once the page is visible. Hidden pages close their connection, because browsers allow only six per host. */
  const untilVisible = (): Promise<void> =>
    new Promise((resolve) => {
      const checkVisibility = () => {
        if (document.hidden) return
        document.removeEventListener("visibilitychange", checkVisibility)
        resolve()
      }
      document.addEventListener("visibilitychange", checkVisibility)
      checkVisibility()
    })

  let polling = new AbortController()
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) polling.abort()
  })

  const watch = async (after: number): Promise<void> => {
    let version = after
    await untilVisible()
    polling = new AbortController()
    try {
      const response = await fetch(`/emulator/changes?after=${after}`, { signal: polling.signal })
      version = (await response.json()).version
      await live.refresh()
      // from now on, new elements are highlighted
      document.documentElement.dataset["follows"] = ""
    } catch {
      if (polling.signal.aborted) return watch(after)
      // The emulator has stopped or is restarting: wait before the next request. A page has only the browser's clock.
      // oxlint-disable-next-line latchkey/no-ambient-time
      await new Promise((resolve) => setTimeout(resolve, 2000))
    }
    return watch(version)
  }
  void watch(0)
}

/** Text of the script that runs in the browser. */
export const script = `"use strict"
;(() => {
const live = (${makeLive.toString()})((${makeFollow.toString()})())
;(${sendForms.toString()})(live)
;(${copyValues.toString()})()
;(${watchChanges.toString()})(live)
})()
`
