/** Takes pictures of the real screens: the example app with the emulator, in Chromium. */
import * as Redacted from "effect/Redacted"
import { mkdir, writeFile } from "node:fs/promises"
import * as path from "node:path"
import type { Browser, Page } from "playwright-core"
import { seed } from "../../../examples/react-app/seed.ts"
import { serveBundled } from "../../../examples/react-app/serve.ts"
import { startEmulator } from "../../../src/emulator/index.ts"
import { createServer } from "../../../src/promise/index.ts"
import { takeScreens } from "../../../test/browser/pictures/takeGallery.ts"
import { executable } from "../../../test/browser/support/chromium.ts"
import { openBrowser } from "../../../test/browser/support/openBrowser.ts"
import { stepMillis } from "../../../test/support/suite/hangMillis.ts"
import { docs, root } from "./pages.ts"

/** The folder from which the site loads the pictures. */
const folder = path.join(docs, "public/screens")

const schemes = ["light", "dark"] as const

const ada = {
  email: "ada@example.com",
  password: "correct horse battery staple",
  displayName: "Ada Lovelace",
  verified: true
}

const grace = { email: "grace@example.com", password: "amazing grace", displayName: "Grace Hopper", verified: true }

interface Shot {
  readonly name: string
  /** Path in the app, or a complete URL. */
  readonly path: string
  /** Whether Ada is signed in. */
  readonly signedIn?: boolean
  readonly width?: number
  readonly height?: number
  /** Runs before the picture is taken. */
  readonly then: (page: Page) => Promise<unknown>
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name }).first().waitFor()

const shots = (platform: string): ReadonlyArray<Shot> => [
  { name: "sign-in", path: "/handler/sign-in", height: 860, then: heading(/Sign in/) },
  { name: "sign-in-phone", path: "/handler/sign-in", width: 390, height: 844, then: heading(/Sign in/) },
  ...["paper", "slate", "candy"].map((theme): Shot => ({
    name: `theme-${theme}`,
    path: "/handler/sign-in",
    height: 860,
    then: async (page) => {
      await heading(/Sign in/)(page)
      await page.evaluate((theme) => void (document.documentElement.dataset.lkTheme = theme), theme)
    }
  })),
  // stands in for the front page's sandbox until it has started
  {
    name: "poster",
    path: "/handler/sign-up",
    width: 506,
    height: 660,
    then: async (page) => {
      await heading(/account|Sign up/i)(page)
      // the sandbox doesn't take the focus
      await page.getByLabel("Email").blur()
    }
  },
  { name: "sign-up", path: "/handler/sign-up", height: 860, then: heading(/account|Sign up/i) },
  {
    name: "second-factor",
    path: "/handler/sign-in",
    then: async (page) => {
      await page.getByLabel("Email").fill(grace.email)
      await page.getByLabel("Password", { exact: true }).fill(grace.password)
      await page.getByRole("button", { name: "Sign in", exact: true }).click()
      await page.waitForURL(/handler\/mfa/)
      await page.getByLabel(/code/i).first().waitFor()
    }
  },
  {
    name: "account-settings",
    path: "/handler/account-settings#/profile",
    signedIn: true,
    width: 1100,
    then: heading("Profile")
  },
  {
    name: "team-switcher",
    path: "/",
    signedIn: true,
    width: 1100,
    height: 420,
    then: async (page) => {
      await page.getByRole("button", { name: /^Team/ }).click()
      await page.getByRole("menu").waitFor()
    }
  },
  { name: "emulator", path: `${platform}/emulator`, width: 1100, then: (page) => page.locator("h1").first().waitFor() },
  ...[960, 390].map((width): Shot => ({
    name: width === 390 ? "provider-phone" : "provider",
    path: "/handler/sign-in",
    width,
    height: 844,
    then: async (page) => {
      await page.getByRole("button", { name: /GitHub/ }).click()
      await heading("Sign in with GitHub")(page)
    }
  })),
  ...[1100, 390].map((width): Shot => ({
    name: width === 390 ? "example-phone" : "example",
    path: "/",
    signedIn: true,
    width,
    height: 844,
    then: heading(/^Hello/)
  })),
  { name: "example-themes", path: "/themes", width: 1100, then: (page) => page.getByRole("radio").first().waitFor() },
  {
    name: "devtools",
    path: "/",
    signedIn: true,
    width: 1100,
    then: async (page) => {
      await page.getByRole("button", { name: "Latchkey devtools", exact: true }).click()
      await page.getByRole("region", { name: "Latchkey devtools" }).waitFor()
    }
  }
]

const webpOf = async (page: Page, quality: number): Promise<Buffer> => {
  const cdp = await page.context().newCDPSession(page)
  const { data } = await cdp.send("Page.captureScreenshot", { format: "webp", quality })
  return Buffer.from(data, "base64")
}

/** Takes the pictures and returns their folder. */
export const takePictures = async (): Promise<string> => {
  await mkdir(folder, { recursive: true })
  await using platform = await startEmulator({ ...seed, users: [ada, grace], pages: true, control: true })
  await using server = createServer(platform.project)
  const { items } = await server.calls.users.list({})
  const userOf = (email: string) => items.find(({ primaryEmail }) => primaryEmail === email)!.id
  await server.calls.users.update({ userId: userOf(grace.email), totpSecretBase64: "AAAAAAAAAAAAAAAAAAAAAAAAAAA=" })
  for (const displayName of ["Analytical Engines", "Countess & Sons"]) {
    await server.calls.teams.create({ displayName, creatorUserId: userOf(ada.email) })
  }
  const { baseUrl } = platform
  const { projectId, publishableClientKey } = platform.project
  const app = await serveBundled(
    { projectId, publishableClientKey: Redacted.value(publishableClientKey), baseUrl },
    path.join(root, "node_modules/.cache/latchkey/docs")
  )
  const browser = await openBrowser(await executable())
  const opened = async (shot: Shot, colorScheme: typeof schemes[number]) => {
    const { height = 720, name, path: at, signedIn = false, then, width = 960 } = shot
    const context = await (browser as Browser).newContext({
      colorScheme,
      reducedMotion: "reduce",
      viewport: { width, height },
      deviceScaleFactor: width < 500 ? 2 : 1.5
    })
    if (signedIn) await context.addCookies(await platform.sessions.cookies({ user: ada.email, url: app.url }) as never)
    context.setDefaultTimeout(stepMillis)
    const page = await context.newPage()
    await page.goto(new URL(at, app.url).href)
    await then(page)
    // a picture shows only the screen, without the example's header and the devtools
    if (at.startsWith("/handler")) await page.addStyleTag({ content: ".app-head { display: none }" })
    if (name !== "devtools") {
      await page.evaluate(() => {
        for (const host of document.querySelectorAll("div")) if (host.shadowRoot !== null) host.style.display = "none"
      })
    }
    // the emulator's console always has a request that waits for changes, so its network is never idle
    if (name !== "emulator") await page.waitForLoadState("networkidle")
    return page
  }
  try {
    await takeScreens(browser, folder)
    for (const shot of shots(baseUrl)) {
      for (const scheme of schemes) {
        const page = await opened(shot, scheme)
        await writeFile(
          path.join(folder, `${shot.name}${scheme === "dark" ? "-dark" : ""}.webp`),
          await webpOf(page, 82)
        )
        await page.context().close()
      }
    }
  } finally {
    await browser.close()
    await app.close()
  }
  return folder
}
