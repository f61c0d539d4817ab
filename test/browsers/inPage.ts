/** The emulator and an app in one page, in any browser. */
import type { PageBrowser } from "../../src/emulator/index.ts"
import { bundle } from "../browser/support/bundle.ts"
import { until } from "./Page.ts"
import { served } from "./served.ts"
import type { Step } from "./steps.ts"

/** Globals of the page. */
interface Global {
  readonly inPage: PageBrowser
}

export const inPageStep: Step = {
  title: "an app with the emulator in its page signs in with a form in the iframe",
  play: async ({ page }) => {
    const scripts = new Map(await bundle({ page: "inPage.tsx", chunks: true, build: "production" }))
    using site = await served(
      "<!doctype html><div id=\"app\"></div><script type=\"module\" src=\"/page.js\"></script>",
      scripts
    )
    await page.goto(site.url)
    await page.click("Sign in")
    await page.click("Continue with GitHub")
    await until("the provider's page", () => page.evaluate(() => (globalThis as unknown as Global).inPage.page()?.url))
    // stands in for the provider's page, because a click on an iframe hits its centre
    await page.evaluate(() => {
      const { inPage } = globalThis as unknown as Global
      const style = "position: fixed; inset: 0; inline-size: 100%"
      const html = `<title>Provider</title><form method="post" action="${inPage.page()!.url.replaceAll("&", "&amp;")}">
<input type="hidden" name="email" value="lin@example.com"><button name="verified" value="on" style="${style}">Sign in</button></form>`
      inPage.read({ to: "lin@example.com", html } as never)
    })
    await page.click("Provider")
    await until(
      "the user in the app",
      () => page.evaluate(() => document.body.innerText.includes("Hello lin@example.com"))
    )
    await until("the verified address", () => page.evaluate(() => document.body.innerText.includes("Verified")))
  }
}
