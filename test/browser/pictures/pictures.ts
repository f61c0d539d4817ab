/** Pictures of the gallery that are the same on every machine: with bundled fonts and without animation. */
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import type { Look, Shown } from "../pages/gallery.tsx"

/** Settings of a picture. */
export interface PictureLook extends Look {
  readonly width: number
  readonly height: number
}

/** The four looks of every state. */
export const looks = {
  light: { width: 960, height: 720 },
  dark: { width: 960, height: 720, scheme: "dark" },
  phone: { width: 390, height: 844 },
  rtl: { width: 960, height: 720, lang: "ar" }
} as const satisfies { readonly [name: string]: PictureLook }

const fonts = [400, 500, 600].flatMap((weight) =>
  [["inter", "latin"], ["noto-sans-arabic", "arabic"]].map(([font, script]) => ({
    weight,
    file: fileURLToPath(import.meta.resolve(`@fontsource/${font}/files/${font}-${script}-${weight}-normal.woff2`)),
    range: script === "arabic" ? "unicode-range: U+0600-06FF, U+200C-200E, U+FB50-FDFF, U+FE70-FEFC" : ""
  }))
)

/** Loads the fonts, and stops all animations and blinking cursors. */
export const preparePictures = async (page: Page): Promise<void> => {
  const faces = await Promise.all(
    fonts.map(async ({ file, range, weight }) =>
      `@font-face { font-family: Pictures; font-weight: ${weight}; src: url(data:font/woff2;base64,${
        (await readFile(file)).toString("base64")
      }); ${range} }`
    )
  )
  await page.addStyleTag({
    content: `${faces.join("\n")}
.lk-page.lk-page { --lk-font: Pictures; --lk-heading: Pictures }
.lk-page *, .lk-page ::before { animation: none !important; transition: none !important; caret-color: transparent }
code, .lk-page code { font-family: Pictures !important }`
  })
}

/** Takes a picture of one state in one look. */
export const pictureOf = async (
  page: Page,
  shown: Shown,
  { height, width, ...look }: PictureLook,
  format: "png" | "webp" = "png"
): Promise<Buffer> => {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ reducedMotion: "reduce", forcedColors: "none" })
  await page.evaluate(async ([shown, look]) => {
    show([shown], look)
    await document.fonts.ready
    // Wait for the providers' logos, which load lazily.
    while (document.querySelector("span.lk-mark") !== null) await new Promise(requestAnimationFrame)
    if (document.activeElement instanceof HTMLElement && document.querySelector("dialog[open]") === null) {
      document.activeElement.blur()
    }
  }, [shown, look] as const)
  const { data } = await (await page.context().newCDPSession(page)).send("Page.captureScreenshot", {
    format,
    ...(format === "webp" && { quality: 82 }),
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height: await heightOf(page), scale: 1 }
  })
  return Buffer.from(data, "base64")
}

const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight)

/** File name of a picture. */
export const nameOf = ({ screen, state }: Shown, look: string): string =>
  `${screen}-${state}-${look}`.replace(/\W+/g, "-")
