/**
 * Lists the texts that are missing in each language of the screens and therefore appear in English, as part of `npm run
 * lint`. A missing text is not an error.
 */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")

const screens = path.join(root, "react/screens")

/** Returns the tags of `ScreenError`, which is a type: the compiler writes them into a declaration. */
const screenErrors = () => {
  const cache = path.join(root, "node_modules/.cache/latchkey")
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(path.join(cache, "translations-"))
  const name = JSON.stringify(path.relative(folder, path.join(screens, "texts/ScreenError.ts")))
  try {
    writeFileSync(
      path.join(folder, "tags.ts"),
      `import type { ScreenError } from ${name}
const named = <Tag extends string>(): { readonly [Each in Tag]: 0 } => ({}) as never
export const tags = named<ScreenError>()
`
    )
    writeFileSync(
      path.join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: path.join(root, "tsconfig.json"),
        compilerOptions: {
          noEmit: false,
          noCheck: true,
          emitDeclarationOnly: true,
          declarationMap: false,
          noErrorTruncation: true,
          sourceMap: false,
          rootDir: root,
          outDir: path.join(folder, "out"),
          types: []
        },
        files: ["tags.ts"],
        include: []
      })
    )
    const tsc = path.join(root, "node_modules/typescript/bin/tsc")
    execFileSync(process.execPath, [tsc, "-p", "tsconfig.json"], { cwd: folder, encoding: "utf8" })
    const written = path.join(folder, "out", path.relative(root, folder), "tags.d.ts")
    return [...readFileSync(written, "utf8").matchAll(/readonly (\w+): 0/g)].map(([, tag]) => tag)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the names of the texts that the translation lacks. A text is a string or has the plural form `other`. */
const missing = (english, translation, within = "") =>
  Object.entries(english).flatMap(([key, text]) =>
    typeof text === "string" || "other" in text
      ? translation?.[key] === undefined ? [within + key] : []
      : missing(text, translation?.[key], `${within}${key}.`)
  )

/** Returns the missing texts of each language by its name. */
export const missingTexts = async () => {
  const texts = { ...await import(path.join(screens, "texts/english.ts")) }
  const { account } = await import(path.join(screens, "texts/account.ts"))
  const errors = Object.fromEntries(screenErrors().map((tag) => [tag, ""]))
  const files = readdirSync(path.join(screens, "languages")).sort()
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => {
      const language = path.basename(file, ".ts")
      const translation = (await import(path.join(screens, "languages", file)))[language]
      return [language, missing({ ...texts, account, errors }, translation)]
    }))
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = Object.entries(await missingTexts())
  for (const [language, names] of found) if (names.length > 0) console.log(`${language} lacks ${names.join(", ")}`)
  const lacking = found.filter(([, names]) => names.length > 0)
  if (lacking.length === 0) console.log(`${found.length} languages lack no text`)
}
