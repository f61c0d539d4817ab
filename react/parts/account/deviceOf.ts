/** Reads browser and operating system from a user agent. */

/** Common names of browser and system; `undefined` for unknown ones. */
export interface Device {
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly isPhone: boolean
}

/** The first match is used, because user agents also contain the names of older browsers. */
const browsers = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//]
] as const

const systems = [
  ["iPadOS", /\biPad\b/],
  ["iOS", /\biPhone\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/]
] as const

const firstIn = (userAgent: string, known: ReadonlyArray<readonly [name: string, sign: RegExp]>) =>
  known.find(([, sign]) => sign.test(userAgent))?.[0]

/** Reads a user agent, from `navigator.userAgent` or the request header. */
export const deviceOf = (userAgent: string): Device => ({
  browser: firstIn(userAgent, browsers),
  system: firstIn(userAgent, systems),
  isPhone: /\b(?:iPhone|Mobile)\b/.test(userAgent)
})
