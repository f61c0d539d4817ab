/**
 * What the console's pages do in a browser beyond links and forms: what was sent comes back in place, and what is live
 * follows the platform. It is served as its own text, so it may name nothing outside of itself. Without it every page and
 * form works all the same.
 */

/** Runs in the page. */
export const enhance = (): void => {
  /** What is shown now: the same is asked for again when something changes. */
  let shown: { readonly url: string; readonly init?: RequestInit } = { url: location.href }

  const read = async (response: Response): Promise<Document> =>
    new DOMParser().parseFromString(await response.text(), "text/html")

  /**
   * The page as the server sent it last. The document differs from it: people open details, and a browser that translates
   * the page rewrites its text.
   */
  let sent = document.cloneNode(true) as Document

  /**
   * Puts in what is new and takes out what is gone. Elements that the server sends unchanged stay in their place: mails would
   * load again, the focus would be lost, and a translation would flicker.
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
      while (at !== null && at !== same) at = taken(at)
      at = same.nextSibling
    }
    while (at !== null) at = taken(at)
  }

  const taken = (node: ChildNode): ChildNode | null => {
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

  /** While something is pressed, it stays: a click is on what was there from press to release. */
  let released: Promise<unknown> = Promise.resolve()
  document.addEventListener("pointerdown", () => {
    const over = new AbortController()
    released = new Promise((resolve) => {
      const look = ({ buttons }: PointerEvent) => {
        if (buttons !== 0) return
        over.abort()
        // the click comes right after the release
        requestAnimationFrame(resolve)
      }
      // a menu or another window may take the release, but not the next move
      for (const event of ["pointerup", "pointercancel", "pointermove"] as const) {
        document.addEventListener(event, look, { signal: over.signal })
      }
    })
  })

  let asked = 0

  /** What is live, as it is now. What was asked for earlier and comes later is of the past, or of another page. */
  const refresh = async (): Promise<void> => {
    const turn = ++asked
    const page = await read(await fetch(shown.url, shown.init))
    await released
    if (turn === asked) followLive(page)
  }

  const replace = (page: Document, part: string): void => {
    const [old, fresh] = [document.querySelector(part), page.querySelector(part)]
    if (old !== null && fresh !== null) old.replaceChildren(...fresh.cloneNode(true).childNodes)
  }

  document.addEventListener("submit", async (event) => {
    const form = event.target
    const leads = event.submitter?.getAttribute("formtarget") ?? ""
    if (!(form instanceof HTMLFormElement) || leads !== "" || form.getAttribute("method") !== "post") return
    event.preventDefault()
    const fields = [...new FormData(form, event.submitter)].filter((field): field is [string, string] =>
      typeof field[1] === "string"
    )
    const url = form.getAttribute("action") ?? location.href
    const init = { method: "POST", body: new URLSearchParams(fields) }
    const response = await fetch(url, init)
    const page = await read(response)
    if (!response.ok) {
      // what was typed stays
      replace(page, "#notice")
      document.getElementById("notice")?.scrollIntoView({ block: "nearest" })
      return
    }
    shown = response.redirected ? { url: response.url } : { url, init }
    if (response.redirected) history.replaceState(null, "", response.url.replace(/[?&]said=\w+/, ""))
    followLive(page)
    replace(page, "main")
    document.title = page.title
    document.querySelector("main")?.focus({ preventScroll: true })
    // the platform may have changed while the answer was on its way; who leaves the page meanwhile misses nothing
    refresh().catch(() => {})
  })

  /** A page that nobody sees lets go of its connection: a browser has six for the emulator, which its app needs as well. */
  const seen = (): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (document.hidden) return
        document.removeEventListener("visibilitychange", look)
        resolve()
      }
      document.addEventListener("visibilitychange", look)
      look()
    })

  let asking = new AbortController()
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) asking.abort()
  })

  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement) target.closest<HTMLFormElement>("form[data-auto]")?.requestSubmit()
  })

  const watch = async (after: number): Promise<void> => {
    let version = after
    await seen()
    asking = new AbortController()
    try {
      const response = await fetch(`/emulator/changes?after=${after}`, { signal: asking.signal })
      version = (await response.json()).version
      await refresh()
      // from now on what comes shows that it does
      document.documentElement.dataset["follows"] = ""
    } catch {
      if (asking.signal.aborted) return watch(after)
      // the emulator is gone, or starts again; in a page there is no other clock
      // oxlint-disable-next-line latchkey/no-ambient-time
      await new Promise((resolve) => setTimeout(resolve, 2000))
    }
    return watch(version)
  }
  void watch(0)
}
