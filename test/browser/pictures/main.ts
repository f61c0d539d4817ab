/**
 * `npm run prove pictures`: takes every screen in every state, light, dark, on a phone and from right to left, into
 * `docs/public/screens`, together with the pictures of the docs site and the README. `--update` replaces the pictures in
 * the repository with which tests compare the main states.
 */
import { spawnSync } from "node:child_process"
import { copyFile } from "node:fs/promises"
import * as path from "node:path"
import { takePictures } from "../../../docs/.vitepress/site/screens.ts"
import { executable } from "../support/chromium.ts"
import { openBrowser } from "../support/openBrowser.ts"
import { takeEveryState } from "./takeGallery.ts"

if (process.argv.includes("--update")) {
  const { status } = spawnSync("vitest", ["run", "--project", "browser", "test/browser/pictures/pictures.test.ts"], {
    stdio: "inherit",
    env: { ...process.env, UPDATE_PICTURES: "1" }
  })
  process.exitCode = status ?? 1
} else {
  const screens = await takePictures()
  await copyFile(path.join(screens, "sign-in.webp"), path.join(screens, "../sign-in.webp")) // the README shows this picture
  const folder = path.join(screens, "gallery")
  const browser = await openBrowser(await executable())
  await takeEveryState(browser, folder).finally(() => browser.close())
  console.log(`Open ${folder}/index.html to see every screen in every state.`)
}
