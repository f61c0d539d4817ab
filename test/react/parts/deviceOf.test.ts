import { assert, describe, it } from "@effect/vitest"
import { deviceOf } from "../../../react/parts/account/deviceOf.ts"

const userAgents = {
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36":
    ["Chrome", "macOS", false],
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0":
    ["Edge", "Windows", false],
  "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0": ["Firefox", "Linux", false],
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1":
    ["Safari", "iOS", true],
  "Mozilla/5.0 (Linux; Android 16; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/153.0 Mobile Safari/537.36":
    ["Samsung Internet", "Android", true],
  "curl/8.5.0": [undefined, undefined, false]
} as const

describe("deviceOf", () => {
  it.each(Object.entries(userAgents))(
    "deviceOf detects the common names of browser and system in %s",
    (userAgent, [browser, system, isPhone]) => {
      assert.deepStrictEqual(deviceOf(userAgent), { browser, system, isPhone })
    }
  )
})
