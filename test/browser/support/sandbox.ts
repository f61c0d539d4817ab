/** Bundles the sandboxes as the site does, and creates pages that show one. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "vite"

const theme = fileURLToPath(new URL("../../../docs/.vitepress/theme", import.meta.url))

/** Returns the scripts by path. `/mount.js` exports `mount`. */
export const sandboxFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const built = await build({
    root: theme,
    configFile: false,
    logLevel: "silent",
    worker: { format: "es", rolldownOptions: { output: { codeSplitting: false } } },
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: `${theme}/tryIt/mount.tsx`,
        output: { entryFileNames: "mount.js" },
        preserveEntrySignatures: "strict"
      }
    }
  })
  if (!("output" in built)) throw new Error("Vite returned no files.")
  return new Map(
    built.output.map((file) => [`/${file.fileName}`, String(file.type === "chunk" ? file.code : file.source)])
  )
}

/** Options that the page passes to the sandbox. */
interface SandboxProps {
  readonly scenario: string
  readonly code: string
  readonly base: string
  readonly isHero?: boolean
}

/** Returns a page with a sandbox, in the colours of the site. */
export const sandboxPage = (props: SandboxProps, isDark = false): string =>
  `<!doctype html>
<html lang="en"${isDark ? " class=\"dark\" style=\"color-scheme: dark\"" : ""}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Docs</title>
<style>${
    [fileURLToPath(import.meta.resolve("vitepress/dist/client/theme-default/styles/vars.css")), `${theme}/theme.css`]
      .map((file) => readFileSync(file, "utf8")).join("\n")
  } body { margin: 0; background: var(--vp-c-bg) }</style>
<main><h1>Docs</h1><h2>Try it live</h2><div id="place"></div></main>
<script type="module">
import { mount } from "/mount.js"
mount(document.getElementById("place"), ${JSON.stringify(props)})
</script>`
