/**
 * The page that the files of one worker share. A set-up file: each file finds it as it was in the beginning, and its
 * tests start and end as `rendered.tsx` says.
 */
import { afterEach, beforeEach } from "vitest"
import { around } from "./rendered.tsx"

document.body.replaceChildren()
history.replaceState(null, "", "/")
localStorage.clear()
for (const cookie of document.cookie.split("; ")) document.cookie = `${cookie.split("=")[0]}=; max-age=0`

beforeEach(() => {
  sessionStorage.clear()
  around.before()
})

afterEach(around.after)
