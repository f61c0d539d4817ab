/** Which browser and system a user agent names: the few that people know by name. */

/** As people call them; `undefined` where the text names none of those that are known. */
export interface Device {
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly isPhone: boolean
}

/** The first that fits: browsers name those before them that they are to be taken for. */
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

const firstIn = (userAgent: string, named: ReadonlyArray<readonly [name: string, sign: RegExp]>) =>
  named.find(([, sign]) => sign.test(userAgent))?.[0]

/** Read from what `navigator.userAgent` or the request's header says. */
export const deviceOf = (userAgent: string): Device => ({
  browser: firstIn(userAgent, browsers),
  system: firstIn(userAgent, systems),
  isPhone: /\b(?:iPhone|Mobile)\b/.test(userAgent)
})
