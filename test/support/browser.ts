/** A worker's browser. Files that the worker runs one after the other share it, in contexts of their own. */
import { type Browser, chromium } from "playwright-core"
import { inject } from "vitest"

let launched: Promise<Browser> | undefined

/** Started when first asked for. It ends with the worker, whose pipe it listens to: nothing is between the two. */
export const browser = (): Promise<Browser> =>
  launched ??= chromium.launch({
    executablePath: inject("chromium"),
    args: [
      "--headless",
      "--no-sandbox",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-dev-shm-usage",
      "--disable-sync"
    ]
  })
