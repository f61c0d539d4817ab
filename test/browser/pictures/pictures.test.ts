/**
 * Compares the pictures of the main states with the pictures in the repository. To accept intended changes, run `npm
 * run pictures -- --update`.
 */
import { existsSync } from "node:fs"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import * as path from "node:path"
import pixelmatch from "pixelmatch"
import { PNG } from "pngjs"
import { assert, describe, it, onTestFinished } from "vitest"
import { gallery } from "../screens/gallery.ts"
import { rename, sheetOf, templates } from "../screens/templates/templates.ts"
import { looks as galleryLooks, nameOf, type PictureLook, pictureOf, preparePictures } from "./pictures.ts"

const folders = {
  main: path.join(import.meta.dirname, "kept"),
  reviewed: path.join(import.meta.dirname, "reviewed")
}
const found = path.join(import.meta.dirname, "../.screenshots/pictures")

/** Tolerated share of different pixels: text rendering differs slightly between systems. */
const tolerated = 0.0001

const looks = {
  ...galleryLooks,
  "dark phone": { ...galleryLooks.phone, scheme: "dark" },
  paper: { ...galleryLooks.light, theme: "paper" },
  slate: { ...galleryLooks.light, theme: "slate" },
  candy: { ...galleryLooks.light, theme: "candy" }
} as const satisfies { readonly [name: string]: PictureLook }

type Picture = readonly [screen: string, state: string, look: keyof typeof looks]

const main: ReadonlyArray<Picture> = [
  ["signIn", "everything", "light"],
  ["signIn", "everything", "dark"],
  ["signIn", "everything", "phone"],
  ["signIn", "everything", "rtl"],
  ["signIn", "code sent", "light"],
  ["signIn", "offline", "light"],
  ["signUp", "everything", "light"],
  ["passwordReset", "mismatch", "phone"],
  ["mfa", "ask", "light"],
  ["emailVerification", "expired", "light"],
  ["teamInvitation", "done", "dark"],
  ["agentConfirmation", "ask", "light"],
  ["agentConfirmation", "ask", "dark"],
  ["agentConfirmation", "ask, long claims", "phone"],
  ["error", "known", "light"],
  ["onboarding", "verify", "light"],
  ["confirmIdentity", "methods", "light"],
  ["confirmIdentity", "methods", "dark phone"],
  ["confirmIdentity", "methods", "rtl"],
  ["confirmIdentity", "methods", "paper"],
  ["confirmIdentity", "methods", "slate"],
  ["confirmIdentity", "methods", "candy"],
  ["accountProfile", "ready", "light"],
  ["accountSessions", "ready", "dark"],
  ["accountSessions", "agents", "light"],
  ["accountEmails", "ready", "phone"],
  ["accountSettingsDialog", "ready", "light"],
  ["accountSettingsDialog", "ready", "rtl"],
  ["accountSettingsDialog", "no section chosen", "dark phone"],
  ["teamSettings", "ready", "light"],
  ["teamSettings", "ready", "dark phone"],
  ["userButton", "several accounts", "light"],
  ["userButton", "several accounts", "dark"],
  ["userButton", "several accounts", "phone"],
  ["userButton", "several accounts", "rtl"],
  ["userButton", "several accounts", "paper"],
  ["userButton", "several accounts", "slate"],
  ["userButton", "several accounts", "candy"]
]

/** States in which a review found defects. README.md shows each defect next to today's picture. */
const reviewed: ReadonlyArray<Picture> = [
  ["accountSettings", "leaving"],
  ["teamInvitation", "another address"],
  ["signInDialog", "code sent"],
  ["userButton", "open"],
  ["accountMfa", "on"],
  ["accountSessions", "ready"],
  ["teamSwitcher", "failed"],
  ["teamSwitcher", "open", "rtl"]
].flatMap(([screen = "", state = "", look = "light"]) =>
  [[screen, state, look as "light" | "rtl"], [screen, state, "dark phone"]] as const
)

const pictures = [
  ...main.map((picture) => [...picture, folders.main] as const),
  ...reviewed.map((picture) => [...picture, folders.reviewed] as const)
]

/** Pictures that a template's style sheet must not change. The page around the screen is the template's. */
const inTemplates: ReadonlyArray<Picture> = [
  ["signIn", "everything", "light"],
  ["signIn", "everything", "dark"],
  ["signIn", "everything", "phone"],
  ["signUp", "everything", "light"],
  ["accountProfile", "ready", "light"],
  ["accountSessions", "ready", "dark"],
  ["teamSettings", "ready", "light"]
]

/** Returns the share of different pixels, and a picture that shows these pixels in red. */
const difference = (before: PNG, after: PNG) => {
  if (before.width !== after.width || before.height !== after.height) return { part: 1, picture: after }
  const picture = new PNG({ width: before.width, height: before.height })
  const pixels = pixelmatch(before.data, after.data, picture.data, before.width, before.height, { threshold: 0.1 })
  return { part: pixels / (before.width * before.height), picture }
}

/** Compares a picture with the one in a file, and writes it if they differ. */
const assertAlike = async (name: string, file: string, after: PNG) => {
  const { part, picture } = difference(PNG.sync.read(await readFile(file)), after)
  if (part > tolerated) {
    await mkdir(found, { recursive: true })
    await writeFile(path.join(found, `${name}.png`), PNG.sync.write(after))
    await writeFile(path.join(found, `${name}-difference.png`), PNG.sync.write(picture))
  }
  assert.isAtMost(
    part,
    tolerated,
    `See ${name}.png and its difference in ${found}. To accept the change: npm run prove pictures -- --update`
  )
}

describe("the pictures", () => {
  const shown = gallery(() => true)

  it.each(pictures)(
    "the screen %s in state %s and look %s matches its picture",
    async (screen, state, look, folder) => {
      const page = await shown.showing(screen, state)
      await preparePictures(page)
      const name = nameOf({ screen, state, isAlone: false }, look)
      const file = path.join(folder, `${name}.png`)
      const after = PNG.sync.read(await pictureOf(page, { screen, state, isAlone: false }, looks[look]))
      if (process.env["UPDATE_PICTURES"] === "1") {
        await mkdir(folder, { recursive: true })
        await writeFile(file, PNG.sync.write(after, { colorType: 2, deflateLevel: 9, filterType: -1 }))
        return
      }
      assert.isTrue(existsSync(file), `${file} is missing. Create it: npm run prove pictures -- --update`)

      await assertAlike(name, file, after)
    }
  )

  it.each(inTemplates.flatMap((picture) => templates.map((template) => [...picture, ...template] as const)))(
    "the screen %s in state %s and look %s matches its picture in an app of the template %s",
    async (screen, state, look, template, id) => {
      const page = await shown.showing(screen, state)
      await preparePictures(page)
      await rename(page, id)
      const sheet = await page.addStyleTag({ content: await sheetOf(template) })
      const { scheme = "light" } = { scheme: undefined, ...looks[look] }
      await page.emulateMedia({ colorScheme: scheme })
      onTestFinished(async () => {
        await sheet.evaluate((element) => (element as Element).remove())
        await page.emulateMedia({ colorScheme: null })
      })

      const shownState = { screen, state, isAlone: false }
      const after = PNG.sync.read(await pictureOf(page, shownState, { ...looks[look], isPage: true }))

      const name = nameOf(shownState, look)
      await assertAlike(`${name}-${template}`, path.join(folders.main, `${name}.png`), after)
    }
  )
})
