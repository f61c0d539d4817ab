/**
 * The page that all test files of a worker share. As a setup file, it restores the initial page for each test, and
 * calls the hooks of `rendered.tsx` around each test.
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
