/**
 * The page that the files of one worker share. A set-up file: each test finds it as it was in the beginning, and starts and
 * ends as `rendered.tsx` says.
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
