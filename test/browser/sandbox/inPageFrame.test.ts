/** Pages and emails in the iframe of the emulator in a page. docs/laws.md Z6. */
import { assert, describe, expect, it } from "vitest"
import { site } from "../site.ts"

const evil = "https://evil.example/"

/** Emails that try to leave the iframe or to reach its parent. A click on `Go`, if there is one, must open nothing else. */
const hostile: { readonly [name: string]: string } = {
  "a refresh": `<meta http-equiv="refresh" content="0;url=${evil}"><p>Shown</p>`,
  "a refresh in other letters": `<META HTTP-EQUIV=ReFrEsH CONTENT='0; ${evil}'><p>Shown</p>`,
  "a refresh in noscript": `<noscript><meta http-equiv="refresh" content="0;url=${evil}"></noscript><p>Shown</p>`,
  "a refresh in an attribute in noscript":
    `<noscript><p title="</noscript><meta http-equiv=refresh content='0;url=${evil}'>"></noscript><p>Shown</p>`,
  "a refresh in svg": `<svg><meta http-equiv="refresh" content="0;url=${evil}"></svg><p>Shown</p>`,
  "a refresh that appears when the page is parsed again":
    `<p>Shown</p><math><mtext><table><mglyph><style><!--</style><meta http-equiv=refresh content="0;url=${evil}">--></style></mglyph></table></mtext></math>`,
  "a refresh in a shadow root":
    `<div><template shadowrootmode="open"><meta http-equiv="refresh" content="0;url=${evil}"></template></div><p>Shown</p>`,
  "a base": `<base href="${evil}" target="_top"><p>Shown</p><a href="https://other.example/x">Go</a>`,
  "an iframe": `<iframe src="${evil}"></iframe><object data="${evil}"></object><embed src="${evil}"><p>Shown</p>`,
  "a link of svg": `<p>Shown</p><svg width="99" height="40"><a xlink:href="${evil}"><text y="20">Go</text></a></svg>`,
  "an animated link of svg":
    `<p>Shown</p><svg width="99" height="40"><a><set attributeName="href" to="${evil}" /><text y="20">Go</text></a></svg>`,
  "a link to the top": `<p>Shown</p><a href="${evil}" target="_top">Go</a>`,
  "a link with a script": `<p>Shown</p><a href="javascript:location='${evil}'">Go</a>`,
  "a form": `<p>Shown</p><form action="${evil}" method="get"><button>Go</button></form>`,
  "a button's own address": `<p>Shown</p><form><button formaction="${evil}" formtarget="_top">Go</button></form>`,
  "a script":
    `<script>location = "${evil}"; parent.postMessage({ latchkeyFrame: { href: "/taken" } }, "*")</script><p>Shown</p>`,
  "requests that no policy covers":
    `<link rel="dns-prefetch" href="${evil}"><link rel="preconnect" href="${evil}"><p>Shown</p>`
}

describe("the iframe of an in-page browser", () => {
  const at = site({ page: "inPage.tsx" })

  it("Z6: an email can't leave the iframe or navigate the app, and its links are shown as pages of other sites", async () => {
    const page = await at.open("/docs", await at.newContext())
    await page.getByRole("heading", { name: "Nobody is signed in" }).waitFor()
    const requested: Array<string> = []
    page.on("request", (request) => {
      if (!/^(?:about|data):/.test(request.url())) requested.push(request.url())
    })
    const surroundings = [page.url(), page.context().pages().length]
    const frames = () => page.frames().map((frame) => frame.url())

    for (const [name, html] of Object.entries(hostile)) {
      await page.evaluate((html) => inPage.read({ to: "ada@example.com", html } as never), html)
      const frame = page.frameLocator("iframe")
      await frame.getByText("Shown").waitFor().catch(() => {
        throw new Error(`${name} isn't shown: ${frames().join()}`)
      })
      const go = frame.getByText("Go", { exact: true })
      if (await go.count() > 0) {
        await go.click()
        // a link without its own URL does nothing
        if (!/script|animated|own address/.test(name)) {
          await page.frameLocator("iframe").getByRole("heading").waitFor().catch(() => {
            throw new Error(`${name}: no page after the click`)
          })
        }
      }
      // a frame whose page is being replaced has no URL yet
      await expect.poll(() => frames().filter((url) => url !== surroundings[0]), { message: name }).toEqual([
        "about:srcdoc"
      ])
      assert.deepStrictEqual([page.url(), page.context().pages().length], surroundings, name)
      assert.strictEqual(await page.evaluate(() => inPage.url()), "http://localhost:3000/", name)
    }

    assert.deepStrictEqual(requested, [])
  })

  it("Z6: messages from the iframe are accepted only through its port", async () => {
    const page = await at.open("/docs", await at.newContext())
    await page.getByRole("heading", { name: "Nobody is signed in" }).waitFor()
    await page.evaluate(() =>
      inPage.read(
        { to: "ada@example.com", html: "<p>Shown</p><a href=\"http://localhost:3000/handler/sign-in\">Go</a>" } as never
      )
    )
    await page.frameLocator("iframe").getByText("Shown").waitFor()
    const frame = page.frames().find((each) => each.url() === "about:srcdoc")!

    await frame.evaluate(() => {
      for (const message of [{ latchkeyFrame: { href: "/taken" } }, { href: "/taken" }, "latchkey"]) {
        parent.postMessage(message, "*")
        parent.postMessage(message, "*", [new MessageChannel().port1])
      }
    })
    // messages arrive in order, so the forged ones have arrived when the link is followed
    await page.frameLocator("iframe").getByText("Go").click()
    await page.waitForFunction(() => inPage.url().includes("/handler/sign-in"))

    assert.notInclude(await page.evaluate(() => inPage.url()), "taken")
  })

  it("Z6: a document that replaces the page in the iframe is removed, and gets no port", async () => {
    const page = await at.open("/docs", await at.newContext())
    await page.getByRole("heading", { name: "Nobody is signed in" }).waitFor()
    await page.evaluate(() => inPage.read({ to: "ada@example.com", html: "<p>Shown</p>" } as never))
    await page.frameLocator("iframe").getByText("Shown").waitFor()

    await page.evaluate(() => {
      const document = "<script>onmessage = (event) => event.ports[0].postMessage({ href: '/taken' })</script>Other"
      globalThis.document.querySelector("iframe")!.srcdoc = document
    })
    await page.frameLocator("iframe").getByText("It tried to open another page").waitFor()

    assert.strictEqual(await page.evaluate(() => inPage.url()), "http://localhost:3000/")
  })
})
