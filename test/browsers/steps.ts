/** What a user does in the example app, step by step, in any browser. */
import * as Duration from "effect/Duration"
import { strict as assert } from "node:assert"
import { Secret, TOTP } from "otpauth"
import { ada } from "../../examples/react-app/seed.ts"
import { defaults } from "../../layers/session/SessionPolicy.ts"
import type { RunningEmulator } from "../../src/emulator/index.ts"
import { beginHalfMinute } from "../support/suite/halfMinute.ts"
import { inPageStep } from "./inPage.ts"
import { type Page, until } from "./Page.ts"
import { heroStep, sandboxStep } from "./sandbox.ts"

/** Environment of a step: the app's URL, its emulator, and a new page without cookies. */
export interface Stage {
  readonly url: string
  readonly platform: RunningEmulator
  readonly page: Page
}

export interface Step {
  readonly title: string
  /** Whether the browser accepts cookies. @default true */
  readonly cookies?: false
  readonly play: (stage: Stage) => Promise<void>
}

/** Waits until the text is visible on the page. */
const shows = (page: Page, text: string) =>
  until(`"${text}" on the page`, () => page.evaluate((text) => document.body.innerText.includes(text), text))

const isAt = (page: Page, url: string) =>
  until(`the URL ${url}`, async () => await page.evaluate(() => location.href) === url)

const signedOut = (page: Page) => shows(page, "Tasks that your team gets done")

const type = async (page: Page, { email, password }: { readonly email: string; readonly password: string }) => {
  await page.fill("Email", email)
  await page.fill("Password", password)
}

const signedIn = async ({ page, url }: Stage, person = ada) => {
  await page.goto(`${url}/handler/sign-in`)
  await type(page, person)
  await page.click("Sign in")
  await shows(page, "Hello Ada")
}

const requested = ({ platform }: Stage, endpoint: string) =>
  platform.requests.list().filter((request) => request.endpoint === endpoint)

const refreshes = (stage: Stage) => requested(stage, "oauth.refresh").length

/**
 * Asserts that two tabs refreshed once. If a busy machine freezes a tab for longer than `lockTimeout`, the other tab no
 * longer waits for it, and refreshes too.
 */
const refreshedOnce = (stage: Stage) => {
  const rejected = Math.min(
    ...stage.platform.requests.list().filter(({ status }) => status === 401).map(({ at }) => at.getTime())
  )
  const patience = Duration.toMillis(Duration.fromInputUnsafe(defaults.lockTimeout))
  const all = requested(stage, "oauth.refresh").map(({ at }) => at.getTime())
  const prompt = all.filter((at) => at < rejected + patience)
  assert.ok(prompt.length <= 1 && all.length >= 1 && all.length <= 2, `refreshes at ${all}, rejected at ${rejected}`)
}

/** Advances the clock until all access tokens have expired. */
const expire = ({ platform }: Stage) => {
  platform.clock.advance("11 minutes")
  platform.requests.clear()
}

const mailTo = async ({ platform }: Stage, address: string) =>
  (await until(`an email to ${address}`, () => platform.outbox.byAddress(address).at(-1))).link!

export const steps: ReadonlyArray<Step> = [
  {
    title: "a wrong password is reported at its field, and the right one signs in",
    play: async (stage) => {
      const { page, url } = stage
      await page.goto(`${url}/handler/sign-in`)
      await type(page, { ...ada, password: "wrong horse" })
      await page.click("Sign in")
      await shows(page, "Wrong e-mail or password.")
      await until(
        "the focus in the field",
        () => page.evaluate(() => document.activeElement?.matches("[name=password]"))
      )
      await page.fill("Password", ada.password)
      await page.click("Sign in")
      await isAt(page, `${url}/`)
      await shows(page, "Hello Ada")
    }
  },
  {
    title: "the session survives a reload",
    play: async (stage) => {
      await signedIn(stage)
      await stage.page.reload()
      await shows(stage.page, "Hello Ada")
    }
  },
  {
    title: "a page with an expired token refreshes once",
    play: async (stage) => {
      await signedIn(stage)
      expire(stage)
      await stage.page.reload()
      await shows(stage.page, "Hello Ada")
      assert.equal(refreshes(stage), 1)
    }
  },
  {
    title: "two tabs with an expired token refresh once when they reload at the same time",
    play: async (stage) => {
      const { page, url } = stage
      await signedIn(stage)
      const other = await page.newTab()
      await other.goto(url)
      await shows(other, "Hello Ada")
      expire(stage)
      // after the script's response, which a navigation can lose
      const reload = () => {
        document.body.textContent = ""
        setTimeout(() => location.reload())
      }
      await Promise.all([page.evaluate(reload), other.evaluate(reload)])
      await shows(page, "Hello Ada")
      await shows(other, "Hello Ada")
      refreshedOnce(stage)
    }
  },
  {
    title: "signing in and out in one tab updates the other",
    play: async (stage) => {
      const { page, url } = stage
      const other = await page.newTab()
      await other.goto(url)
      await signedOut(other)
      await signedIn(stage)
      await shows(other, "Hello Ada")
      await page.click("Sign out")
      await signedOut(other)
      await signedOut(page)
    }
  },
  {
    title: "an emailed link signs in, and \"back\" skips its page",
    play: async (stage) => {
      const { page, url } = stage
      await page.goto(`${url}/handler/sign-in`)
      await page.click("Email me a code instead")
      await page.fill("Email", "linus@example.com")
      await page.click("Email me a code")
      await shows(page, "Check your email")
      await page.goto(`${url}/themes`)
      await page.goto(await mailTo(stage, "linus@example.com"))
      await isAt(page, `${url}/`)
      await shows(page, "Hello linus@example.com")
      await page.back()
      await isAt(page, `${url}/themes`)
    }
  },
  {
    title: "a forgotten password is changed by email",
    play: async (stage) => {
      const { page, url } = stage
      const changed = { ...ada, password: "battery staple" }
      await page.goto(`${url}/handler/forgot-password`)
      await page.fill("Email", ada.email)
      await page.click("Email me a link")
      await shows(page, "Check your email")
      await page.goto(await mailTo(stage, ada.email))
      await page.fill("New password", changed.password)
      await page.fill("Confirm new password", changed.password)
      await page.click("Change password")
      await shows(page, "Password changed")
      await signedIn(stage, changed)
    }
  },
  {
    title: "a second factor is set up, and required from then on",
    play: async (stage) => {
      const { page, platform, url } = stage
      await signedIn(stage)
      await page.goto(`${url}/handler/account-settings#/mfa`)
      await page.click("Set up")
      const typed = await until("the secret", () =>
        page.evaluate(() =>
          [...document.querySelectorAll("textarea")]
            .find(({ labels }) => labels?.[0]?.textContent === "Or enter this key in the app")?.value
        ))
      const app = new TOTP({ secret: Secret.fromBase32(typed.replace(/\s/g, "")) })
      await page.fill("Six-digit code", app.generate({ timestamp: beginHalfMinute(platform) }))
      await page.click("Turn on")
      await shows(page, "Multi-factor authentication is on")
      await page.goto(`${url}/handler/sign-out`)
      await page.click("Sign out")
      await signedOut(page)
      await page.goto(`${url}/handler/sign-in`)
      await type(page, ada)
      await page.click("Sign in")
      await page.fill("Six-digit code", app.generate({ timestamp: beginHalfMinute(platform) }))
      await page.click("Verify")
      await isAt(page, `${url}/`)
      await shows(page, "Hello Ada")
    }
  },
  {
    title: "a user signs in with a provider",
    play: async (stage) => {
      const { page, platform, url } = stage
      await page.goto(`${url}/handler/sign-in`)
      await page.click("Continue with GitHub")
      await until("the provider's page", () => page.evaluate((at) => location.href.startsWith(at), platform.baseUrl))
      await page.fill("Email address", "grace@example.com")
      await page.click("Sign in")
      await isAt(page, `${url}/`)
      await shows(page, "Hello grace@example.com")
    }
  },
  {
    title: "leaving the page during sign-out still ends the session on the platform",
    play: async (stage) => {
      const { page } = stage
      await signedIn(stage)
      await page.evaluate(() => {
        const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Sign out")
        button!.click()
        location.href = "/effects"
      })
      await shows(page, "Every error has a tag")
      await until(
        "the session's end",
        () => requested(stage, "sessions.deleteCurrent").some(({ status }) => status === 200)
      )
    }
  },
  {
    title: "leaving the page during a refresh keeps the user signed in",
    play: async (stage) => {
      const { page, platform, url } = stage
      await signedIn(stage)
      expire(stage)
      let began = false
      platform.faults.add({
        endpoint: "oauth.refresh",
        match: () => began = true,
        times: 1,
        respond: { type: "latency", duration: "3 seconds" }
      })
      // after the script's response, which a navigation can lose
      await page.evaluate(() => void setTimeout(() => location.reload()))
      await until("the refresh", () => began)
      await page.goto(`${url}/effects`)
      await shows(page, "Signed in as Ada")
    }
  },
  {
    title: "a cached page restored by \"back\" shows no user after the session has ended",
    play: async (stage) => {
      const { page, url } = stage
      await signedIn(stage)
      await page.evaluate(() => {
        Object.assign(globalThis, { wasLeft: true })
      })
      await page.goto(`${url}/themes`)
      // delete the cookies without a message to other tabs, because a message would remove this page from the browser's
      // page cache
      await page.evaluate(() => {
        for (const [name] of document.cookie.split("; ").map((each) => each.split("="))) {
          document.cookie = `${name}=; max-age=0; path=/`
        }
      })
      await page.back()
      await signedOut(page)
      assert.ok(await page.evaluate(() => "wasLeft" in globalThis), "the page was loaded again")
    }
  },
  {
    title: "\"back\" after signing out in another tab shows no user",
    play: async (stage) => {
      const { page, url } = stage
      await signedIn(stage)
      await page.goto(`${url}/themes`)
      const other = await page.newTab()
      await other.goto(`${url}/handler/sign-out`)
      await other.click("Sign out")
      await signedOut(other)
      await page.back()
      await signedOut(page)
    }
  },
  {
    title: "with blocked cookies, the page shows a message and sends nothing",
    cookies: false,
    play: async (stage) => {
      const { page, platform, url } = stage
      await page.goto(`${url}/handler/sign-in`)
      await type(page, ada)
      await page.click("Sign in")
      await shows(page, "Your browser blocks cookies on this page.")
      assert.deepEqual(platform.requests.list().filter(({ method }) => method === "POST"), [])
    }
  },
  heroStep,
  sandboxStep,
  inPageStep
]
