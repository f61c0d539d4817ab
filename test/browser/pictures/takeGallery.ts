/**
 * Writes pictures of every screen in every state and look, a page that shows them side by side, and the pictures of the
 * site.
 */
import { mkdir, rm, writeFile } from "node:fs/promises"
import * as path from "node:path"
import type { Browser, Page } from "playwright-core"
import type { Shown } from "../pages/gallery.tsx"
import { bundle } from "../support/bundle.ts"
import { openPage } from "../support/openBrowser.ts"
import { looks, nameOf, pictureOf, preparePictures } from "./pictures.ts"

/** A host name that doesn't exist. Playwright responds to the requests for it. */
const origin = "http://gallery.invalid"

/** Opens the gallery's page and prepares it for pictures. */
const opened = async (browser: Browser): Promise<Page> => {
  const files = new Map(await bundle({ page: "gallery.tsx", chunks: true, build: "production" }))
  const page = await openPage(browser, { timezoneId: "UTC" })
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const body = files.get(pathname)
    const contentType = pathname.endsWith(".css") ? "text/css" : body === undefined ? "text/html" : "text/javascript"
    return route.fulfill({ contentType, body: body ?? document })
  })
  await page.goto(origin)
  await preparePictures(page)
  return page
}

/** Writes the pictures to a folder, with an `index.html` that shows them. */
export const takeEveryState = async (browser: Browser, folder: string): Promise<void> => {
  const page = await opened(browser)
  const states = await page.evaluate(() => globalThis.states)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const shown of states) {
    for (const [look, how] of Object.entries(looks)) {
      await writeFile(path.join(folder, `${nameOf(shown, look)}.png`), await pictureOf(page, shown, how))
    }
  }
  await page.close()
  await writeFile(path.join(folder, "index.html"), overview(states))
}

/** The typical state of each screen. */
const usual = ["everything", "ask", "ready", "open", "verify", "shown"]

/**
 * Takes each screen in its typical state as `screen-signIn.webp`, `-phone`, `-rtl`, each also `-dark`, for the docs
 * site.
 */
export const takeScreens = async (browser: Browser, folder: string): Promise<void> => {
  const page = await opened(browser)
  const states = await page.evaluate(() => globalThis.states)
  for (const screen of new Set(states.map(({ screen }) => screen))) {
    const own = states.filter((each) => each.screen === screen)
    const shown = own.find(({ state }) => usual.includes(state)) ?? own[0]!
    for (const [look, how] of Object.entries({ "": looks.light, "-phone": looks.phone, "-rtl": looks.rtl })) {
      for (const scheme of ["light", "dark"] as const) {
        const file = `screen-${screen}${look}${scheme === "dark" ? "-dark" : ""}.webp`
        await writeFile(path.join(folder, file), await pictureOf(page, shown, { ...how, scheme }, "webp"))
      }
    }
  }
  await page.close()
}

const document = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>
<link rel="stylesheet" href="/page.css"><div id="app"></div><script type="module" src="/page.js"></script></html>`

const overview = (states: ReadonlyArray<Shown>): string =>
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Every screen in every state</title>
<style>
body { margin: 0; padding: 2rem; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark }
section { display: flex; gap: 1rem; overflow-x: auto; padding-block: .5rem 2rem }
figure { margin: 0; flex: none } img { block-size: 24rem; border: 1px solid #8884; border-radius: 8px }
figcaption { color: GrayText }
</style>
<h1>Every screen in every state</h1>
${
    states.map((shown) =>
      `<h2>${shown.screen}, ${shown.state}</h2>\n<section aria-label="${shown.screen}, ${shown.state}" tabindex="0">${
        Object.keys(looks).map((look) =>
          `<figure><img loading="lazy" src="${
            nameOf(shown, look)
          }.png" alt="${shown.screen}, ${shown.state}, ${look}"><figcaption>${look}</figcaption></figure>`
        ).join("")
      }</section>`
    ).join("\n")
  }
</html>
`
