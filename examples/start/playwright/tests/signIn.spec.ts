/** The quick start with Playwright: a sign-in through the page, and a browser that is already signed in. */
import { expect, test } from "@playwright/test"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

test("a user signs in, and returns to the requested page", async ({ page }) => {
  await page.goto("/")
  await page.getByLabel("Email").fill(ada.email)
  await page.getByLabel("Password", { exact: true }).fill(ada.password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()

  await expect(page.getByRole("heading", { name: "Hello Ada" })).toBeVisible()
})

test("a browser starts signed in", async ({ baseURL, context, page, request }) => {
  const response = await request.post("http://127.0.0.1:8102/emulator/control/sessions/cookies", {
    data: { user: ada.email, url: baseURL }
  })
  await context.addCookies((await response.json()).cookies)

  await page.goto("/")

  await expect(page.getByRole("heading", { name: "Hello Ada" })).toBeVisible()
})
