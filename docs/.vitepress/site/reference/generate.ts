/**
 * Generates every page of the reference, and writes them to `generated.json`. The site's routes and sidebars read this
 * file.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import * as contract from "../../../../schemas/catalogue.ts"
import { commandPage } from "./command.ts"
import { endpointPages, resourceLink } from "./endpoints.ts"
import { entryPages } from "./entries.ts"
import { environmentPage } from "./environment.ts"
import { errorLink, errorPages, readErrors } from "./errors.ts"
import { printer } from "./exports.ts"
import { endpointsIndex, errorsIndex, referenceIndex } from "./indexes.ts"
import { buildDeclarations, declarationsOf, readProgram } from "./program.ts"
import { type Generated, generatedFile } from "./read.ts"
import { formatted } from "./signatures.ts"
import { firstSentence, proseOf } from "./words.ts"

export const generate = async (): Promise<void> => {
  buildDeclarations()
  const { checker, entries, sourceFile } = readProgram()
  const print = printer(checker)
  const errors = await readErrors()
  const byTag = new Map(errors.map((entry) => [entry.tag, entry]))
  const linkOfError = (tag: string) => {
    const entry = byTag.get(tag)
    return entry && errorLink(entry)
  }
  const { flowLink, pages, typeLink } = entryPages(entries, print, { errorLink: linkOfError, resourceLink })
  const endpoints = endpointPages(
    new Map(
      Object.keys(contract.resources).map((resource) => {
        const source = `schemas/endpoints/${resource}.ts`
        return [source, sourceFile(declarationsOf(source))]
      })
    ),
    print,
    {
      typeLink,
      errorOf: (tag) => {
        const entry = byTag.get(tag)
        return entry && { link: errorLink(entry), what: firstSentence(proseOf(entry.what)) }
      }
    }
  )
  const classes = new Map(
    entries.flatMap(({ module }) => print.exportsOf(module)).filter(({ kind }) => kind === "error")
      .map((exported) => [exported.name, exported])
  )
  const explained = errorPages(errors, { classes, flowLink, print })
  const generated: Generated = {
    reference: formatted([
      referenceIndex(pages),
      ...pages,
      environmentPage(),
      await commandPage()
    ]),
    "reference/endpoints": [endpointsIndex(endpoints), ...endpoints],
    errors: [errorsIndex(explained), ...explained]
  }
  mkdirSync(path.dirname(generatedFile), { recursive: true })
  writeFileSync(generatedFile, JSON.stringify(generated))
}
