/** The site's package-manager tabs, with the HTML and the script of the site. */
import { build } from "esbuild"
import type { BrowserContext, Page } from "playwright-core"
import { createMarkdownRenderer } from "vitepress"
import { assert, beforeAll, describe, it } from "vitest"
import { markdown } from "../../../docs/.vitepress/site/markdown.ts"
import { newContext } from "../support/browser.ts"

/** A host name that doesn't exist. Playwright responds to the requests for it. */
const origin = "http://docs.invalid"

const install = "```sh\nnpm install latchkey\n```"
const create = "```sh\nnpm create vite@latest notes -- --template react-ts\nnpm install latchkey\n```"
const frameworks = "::: code-group\n\n```ts [React]\nreact\n```\n\n```ts [Next.js]\nnext\n```\n\n:::"

const levels = "::: code-group\n\n```ts [Promises]\npromises\n```\n\n```ts [Effect]\neffect\n```\n\n:::"

let script = ""
const pages = new Map<string, string>()

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "import { rememberTabs, showRememberedTabs } from './rememberedTabs.ts'\n"
        + "showRememberedTabs()\nrememberTabs()",
      resolveDir: new URL("../../../docs/.vitepress/theme", import.meta.url).pathname
    },
    bundle: true,
    format: "esm",
    write: false
  })
  script = outputFiles[0]!.text
  const renderer = await createMarkdownRenderer("docs", markdown)
  const rendered = (text: string) =>
    `<!doctype html><style>.blocks > :not(.active) { display: none }</style>${
      renderer.render(text, {
        relativePath: "start/test.md"
      })
    }<script type="module" src="/page.js"></script>`
  pages.set("/first", rendered([install, frameworks, create].join("\n\n")))
  pages.set("/second", rendered(create))
  pages.set("/levels", rendered([levels, install].join("\n\n")))
})

const opened = async (context: BrowserContext, path: string): Promise<Page> => {
  const page = await context.newPage()
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const isScript = pathname === "/page.js"
    return route.fulfill({
      contentType: isScript ? "text/javascript" : "text/html",
      body: isScript ? script : pages.get(pathname) ?? ""
    })
  })
  await page.goto(origin + path)
  return page
}

const shown = (page: Page): Promise<ReadonlyArray<string>> => page.locator(".blocks > :visible code").allInnerTexts()

describe("package-manager tabs", () => {
  it("package-manager tabs show the chosen package manager in all groups of the page", async () => {
    const page = await opened(await newContext(), "/first")
    const before = await shown(page)

    await page.getByRole("radio", { name: "pnpm" }).last().check()

    assert.deepStrictEqual(before, [
      "npm install latchkey",
      "react",
      "npm create vite@latest notes -- --template react-ts\nnpm install latchkey"
    ])
    assert.deepStrictEqual(await shown(page), [
      "pnpm add latchkey",
      "react",
      "pnpm create vite@latest notes --template react-ts\npnpm add latchkey"
    ])
    assert.deepStrictEqual(
      await page.locator("input:checked").evaluateAll((tabs) =>
        (tabs as Array<HTMLInputElement>).map(({ labels }) => labels?.[0]?.textContent)
      ),
      ["pnpm", "React", "pnpm"]
    )
  })

  it("package-manager tabs keep the choice after a reload and on other pages", async () => {
    const context = await newContext()
    const page = await opened(context, "/first")
    await page.getByRole("radio", { name: "npm", exact: true }).first().focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")

    await page.reload()
    const other = await opened(context, "/second")

    assert.strictEqual((await shown(page))[0], "yarn add latchkey")
    assert.deepStrictEqual(await shown(other), ["yarn create vite@latest notes --template react-ts\nyarn add latchkey"])
  })

  it("package-manager tabs switch together while the browser blocks storage", async () => {
    const context = await newContext()
    await context.addInitScript(() =>
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("The browser blocks storage.", "SecurityError")
        }
      })
    )
    const page = await opened(context, "/first")
    const failures: Array<string> = []
    page.on("pageerror", ({ message }) => failures.push(message))

    await page.getByRole("radio", { name: "bun" }).first().check()

    assert.deepStrictEqual(await shown(page), [
      "bun add latchkey",
      "react",
      "bun create vite@latest notes --template react-ts\nbun add latchkey"
    ])
    assert.deepStrictEqual(failures, [])
  })

  it("tabs of other kinds keep their own choices, independently of the package manager", async () => {
    const context = await newContext()
    const page = await opened(context, "/levels")
    await page.getByRole("radio", { name: "pnpm" }).check()
    await page.getByRole("radio", { name: "Effect" }).check()
    assert.deepStrictEqual(await shown(page), ["effect", "pnpm add latchkey"])

    await page.reload()
    const other = await opened(context, "/first")
    await other.getByRole("radio", { name: "Next.js" }).check()

    assert.deepStrictEqual(await shown(page), ["effect", "pnpm add latchkey"])
    assert.deepStrictEqual((await shown(other)).slice(0, 2), ["pnpm add latchkey", "next"])
  })
})
