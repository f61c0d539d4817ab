/** The quick start with Playwright: a sign-in through the page, and a browser that starts signed in. */
import { expect, test } from "@playwright/test"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("people sign in, and come back to where they were going", async ({ page }) => {
  await page.goto("/")
  await page.getByLabel("Email").fill(ada.email)
  await page.getByLabel("Password", { exact: true }).fill(ada.password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()

  await expect(page.getByRole("heading", { name: "Hello Ada" })).toBeVisible()
})

test("a browser is signed in from the start", async ({ baseURL, context, page, request }) => {
  const answer = await request.post("http://127.0.0.1:8102/emulator/control/sessions/cookies", {
    data: { user: ada.email, url: baseURL }
  })
  await context.addCookies((await answer.json()).cookies)

  await page.goto("/")

  await expect(page.getByRole("heading", { name: "Hello Ada" })).toBeVisible()
})
