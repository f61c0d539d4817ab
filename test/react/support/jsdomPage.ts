/**
 * The page shared by the test files of one worker. As a setup file, it gives each test the initial page, and calls the
 * hooks of `rendered.tsx` around each test.
 */
import { afterEach, beforeEach } from "vitest"
import { around } from "./rendered.tsx"

beforeEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, "", "/")
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split("; ")) document.cookie = `${cookie.split("=")[0]}=; max-age=0`
  around.before()
})

afterEach(around.after)
