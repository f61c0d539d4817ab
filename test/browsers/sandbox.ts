/** A sandbox of the site, in any browser. */
import { strict as assert } from "node:assert"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { sandboxes } from "../../docs/.vitepress/site/sandboxes.ts"
import { sandboxFiles, sandboxPage } from "../browser/support/sandbox.ts"
import { until } from "./Page.ts"
import type { Step } from "./steps.ts"

/** Serves a page with the sandbox of the site's front page. */
const served = async () => {
  const files = await sandboxFiles()
  const { code, scenario } = sandboxes().find(({ file }) => file === "index.md")!
  const server = createServer(({ url = "/" }, response) => {
    const file = files.get(url)
    response.writeHead(200, { "content-type": file === undefined ? "text/html" : "text/javascript" })
    response.end(file ?? sandboxPage({ scenario, code, base: "/" }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}

export const sandboxStep: Step = {
  title: "a sandbox of the site runs its code, with one refresh after an hour",
  play: async ({ page }) => {
    const { close, url } = await served()
    try {
      await page.goto(url)
      await until(
        "the sandbox",
        () =>
          page.evaluate(() =>
            document.querySelector("#place")?.shadowRoot?.querySelector(".sandbox")?.getAttribute("aria-busy") ===
              "false"
          )
      )
      await page.evaluate(() =>
        document.querySelector("#place")!.shadowRoot!.querySelector<HTMLElement>(".code .main")!.click()
      )
      const output = await until("the output", () =>
        page.evaluate(() => {
          const lines = document.querySelector("#place")!.shadowRoot!.querySelectorAll<HTMLElement>(".output p")
          return lines.length > 1 ? [...lines].map(({ innerText }) => innerText) : undefined
        }))
      assert.equal(output.at(-1), "1 of them refreshed the session")
      await until("the user in the app", () =>
        page.evaluate(() => {
          const { contentDocument } = document.querySelector("#place")!.shadowRoot!.querySelector("iframe")!
          return contentDocument?.body.innerText.includes("Ada Lovelace")
        }))
    } finally {
      close()
    }
  }
}
