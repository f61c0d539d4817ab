/**
 * `npm run docs`: builds the site into `docs/.vitepress/dist`, and fails if the site has a dead link.
 * `npm run docs -- --dev`: serves the site during development, with the pictures of the last build.
 */
import { existsSync } from "node:fs"
import * as path from "node:path"
import { build, createServer } from "vitepress"
import { deadLinks } from "./site/links.ts"
import { docs } from "./site/pages.ts"
import { generate } from "./site/reference/generate.ts"
import { generatedFile } from "./site/reference/read.ts"
import { takePictures } from "./site/screens.ts"
import { misledQuestions } from "./site/searchIndex.ts"
import { writeTwins } from "./site/twins.ts"
import { problemsOf } from "./site/visit.ts"

const dist = path.join(docs, ".vitepress/dist")

if (process.argv.includes("--dev")) {
  if (!existsSync(generatedFile)) await generate()
  const server = await createServer(docs)
  await server.listen()
  server.printUrls()
} else {
  await generate()
  await takePictures()
  await build(docs)
  writeTwins(dist)
  const problems = [
    ...deadLinks(dist).map((link) => `dead link: ${link}`),
    ...misledQuestions(),
    ...await problemsOf(dist)
  ]
  if (problems.length > 0) {
    console.error(problems.join("\n"))
    process.exit(1)
  }
  console.log(`The site is in ${path.relative(process.cwd(), dist)}.`)
}
