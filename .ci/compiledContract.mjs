/**
 * Replaces the schemas of the contract's compiled modules with the code that `.ci/contract.mjs` compiles from them, so
 * that clients don't load `Schema`. The schemas themselves move to files named `….schemas.js`, which `schemasOf` and
 * `detailsOf` load.
 */
import { parseSync, transformSync, traverse, types as t } from "@babel/core"
import { readdirSync, readFileSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { compilerOf } from "./contract.mjs"

/** @param {string} modules the folder of the compiled modules. */
export const compileContract = async (modules) => {
  const load = (name) => import(pathToFileURL(path.join(modules, "schemas", name)).href)
  const [
    catalogue,
    checks,
    functions,
    claims,
    shapes,
    codec,
    origins,
    { isSecret },
    { detailsOf, schemasOf },
    { codeOf },
    { snakeCase, wireName }
  ] = await Promise.all([
    "catalogue.js",
    "compiled/checks.js",
    "compiled/plain.js",
    "compiled/claims.js",
    "compiled/shapes.js",
    "compiled/codec.js",
    "compiled/origins.js",
    "compiled/redacted.js",
    "compiled/schemasOf.js",
    "KnownError.js",
    "compiled/wireName.js"
  ].map(load))
  const plain = { ...functions, ...checks }
  const { AccessTokenClaims } = await load("entities/AccessTokenClaims.js")

  /** Entities by their transformation, because copies of an entity's AST share the transformation. */
  const entities = new Map()
  for (const file of filesIn(modules, "schemas/entities")) {
    for (const [name, value] of Object.entries(await load(`entities/${file}`))) {
      if (value?.ast?._tag === "Objects" && value.ast.encoding !== undefined) {
        if (!entities.has(value.ast.encoding)) entities.set(value.ast.encoding, { file, name, ast: value.ast })
      }
    }
  }
  let own
  const compiler = compilerOf({
    claims,
    isSecret,
    origins,
    plain,
    named: (ast, isWriting) => {
      const entity = isWriting ? undefined : entities.get(ast.encoding)
      return entity === undefined || entity === own ? undefined : `read${entity.name}`
    }
  })
  const sources = new Map([
    ...[...entities.values()].map((entity) => [`read${entity.name}`, entityFile(entity).replace("schemas/", "")]),
    ...Object.keys(functions).map((name) => [name, "compiled/plain.js"]),
    ...Object.keys(checks).map((name) => [name, "compiled/checks.js"]),
    ...Object.keys(claims).map((name) => [name, "compiled/claims.js"]),
    ...Object.keys(shapes).map((name) => [name, "compiled/shapes.js"]),
    ...Object.keys(codec).map((name) => [name, "compiled/codec.js"]),
    ["endpointOf", "compiled/endpointOf.js"]
  ])
  /** Parses an expression, and renames the functions it calls so that their names differ from the module's own. */
  const expression = (code, used) => {
    const file = parseSync(`(${code})`, { configFile: false, babelrc: false, sourceType: "module" })
    traverse(file, {
      ReferencedIdentifier: ({ node }) => {
        if (!sources.has(node.name) || node.name.startsWith("$")) return
        used.add(node.name)
        node.name = `$${node.name}`
      }
    })
    return file.program.body[0].expression
  }
  const importsOf = (used, folder) =>
    [...used].sort().map((name) =>
      t.importDeclaration(
        [t.importSpecifier(t.identifier(`$${name}`), t.identifier(name))],
        t.stringLiteral(relative(folder, `schemas/${sources.get(name)}`))
      )
    )
  const moduleOf = (file, statements) => {
    const used = new Set()
    const body = statements((code) => expression(code, used))
    const folder = path.posix.dirname(file)
    return write(modules, file, printed(t.program([...importsOf(used, folder), ...body])))
  }

  for (const entity of entities.values()) {
    own = entity
    const code = explained(entity.name, () => compiler.read(entity))
    await moduleOf(entityFile(entity), (of) => [exported(`read${entity.name}`, of(code))])
  }
  own = undefined
  await moduleOf("schemas/compiled/accessTokenClaims.js", (of) => [
    t.importDeclaration(
      [t.importSpecifier(t.identifier("getSuccess"), t.identifier("getSuccess"))],
      t.stringLiteral("effect/Result")
    ),
    exported("claims", of(compiler.read(AccessTokenClaims))),
    exported("decodeClaims", of("(payload) => getSuccess(decodeWith(claims, payload))"))
  ])

  const bySpec = new Map(catalogue.endpoints.map((endpoint) => [endpoint.spec.name, endpoint.spec]))
  const byCode = new Map(catalogue.errors.map((known) => [known.spec.code, known.spec]))
  const declared = { endpoints: [], errors: [] }
  for (const folder of ["endpoints", "errors"]) {
    for (const file of filesIn(modules, `schemas/${folder}`)) {
      const name = `schemas/${folder}/${file}`
      const given = await load(`${folder}/${file}`)
      const code = readFileSync(path.join(modules, name), "utf8")
      const schemas = []
      const result = transformSync(code, {
        ...options,
        plugins: [
          folder === "endpoints"
            ? endpointsCompiled({ bySpec, compiler, expression, given, importsOf, schemas, schemasOf })
            : errorsCompiled({
              byCode,
              codeOf,
              compiler,
              detailsOf,
              expression,
              importsOf,
              schemas,
              snakeCase,
              wireName
            })
        ]
      })
      const apart = /\b(?:endpoint|endpointOf|KnownError)\(/.test(code) ? oneEach(name, result.code) : []
      for (const [each, text] of apart) await write(modules, each, text)
      if (apart.length === 0 && result.code !== code) await write(modules, name, result.code)
      if (schemas.length === 0) continue
      const exportedSchemas = name.replace(/\.js$/, ".schemas.js")
      await write(modules, exportedSchemas, transformSync(code, { ...options, plugins: [onlySchemas(schemas)] }).code)
      declared[folder].push(exportedSchemas)
    }
  }
  for (const file of ["compiled/checks.js", "compiled/plain.js", "typed.js"]) {
    const name = `schemas/${file}`
    for (const [each, text] of oneEach(name, readFileSync(path.join(modules, name), "utf8"))) {
      await write(modules, each, text)
    }
  }
  const merged = (name, files) => `export const ${name} = { ${files.map((_, at) => `...${name}${at}`).join(", ")} };`
  const imported = (name, files) =>
    files.map((file, at) => `import { schemas as ${name}${at} } from "${relative("schemas/compiled", file)}";`)
  await write(
    modules,
    "schemas/compiled/contractSchemas.js",
    [
      ...imported("declaredSchemas", declared.endpoints),
      ...imported("declaredDetails", declared.errors),
      merged("declaredSchemas", declared.endpoints),
      merged("declaredDetails", declared.errors)
    ].join("\n")
  )
}

const options = { babelrc: false, configFile: false, compact: false, sourceType: "module" }

const filesIn = (modules, folder) =>
  readdirSync(path.join(modules, folder)).filter((file) => file.endsWith(".js") && file !== "index.js").sort()

const relative = (folder, file) => {
  const found = path.posix.relative(folder, file)
  return found.startsWith(".") ? found : `./${found}`
}

const entityFile = ({ name }) => `schemas/compiled/entities/${name}.js`

const write = async (modules, file, code) => {
  await mkdir(path.dirname(path.join(modules, file)), { recursive: true })
  await writeFile(path.join(modules, file), `${code}\n`)
}

const printed = (program) =>
  transformSync("", {
    ...options,
    plugins: [{
      visitor: {
        Program: ({ node }) => {
          node.body = program.body
        }
      }
    }]
  }).code

const exported = (name, value) =>
  t.exportNamedDeclaration(t.variableDeclaration("const", [t.variableDeclarator(t.identifier(name), value)]))

/** Runs the compiler. If a schema has no rule, the error names it. */
const explained = (name, compile) => {
  try {
    return compile()
  } catch (error) {
    throw new Error(`${name}: ${error.message}`, { cause: error })
  }
}

const importedFrom = (path, module) => {
  const parent = path.scope.getBinding(path.node.callee.name)?.path.parent
  return t.isImportDeclaration(parent) && parent.source.value === module
}

/** The value of a property of an object expression. */
const property = (object, name) => object.properties.find((each) => !t.isSpreadElement(each) && each.key.name === name)

/** Scopes of the functions that make an endpoint for each scope: see `schemas/endpoints/permissionDefinitions.ts`. */
const scopes = ["team", "project"]

const endpointsCompiled = ({ bySpec, compiler, expression, given, importsOf, schemas, schemasOf }) => ({
  visitor: {
    Program(program) {
      const used = new Set()
      program.traverse({
        CallExpression(call) {
          if (call.node.callee.name !== "endpoint" || !importedFrom(call, "../Endpoint.js")) return
          const [access, name, route, all] = call.node.arguments
          const maker = call.findParent((parent) => parent.isVariableDeclarator())?.node.id.name
          const specs = t.isStringLiteral(name)
            ? [bySpec.get(name.value)]
            : scopes.map((scope) => given[maker](scope).spec)
          const { input, inputSchema, output } = schemasOf(specs[0])
          const read = explained(specs[0].name, () => compiler.read(output))
          const write = Object.keys(input).length === 0
            ? ""
            : `, ${explained(specs[0].name, () => compiler.write(inputSchema))}`
          const own = ["input", "output"].flatMap((key) => property(all, key) ?? [])
          for (const spec of specs) schemas.push([spec.name, t.objectExpression(own.map((each) => t.cloneNode(each)))])
          all.properties = all.properties.filter((each) => !own.includes(each))
          // by name, so that a bundle with a write doesn't contain the reads that the write invalidates
          const invalidates = property(all, "invalidates")
          if (invalidates !== undefined && specs.length === 1) {
            invalidates.value = t.arrayExpression(specs[0].invalidates.map((each) => t.stringLiteral(each)))
          }
          call.replaceWith(
            t.callExpression(expression("endpointOf", used), [
              access,
              name,
              route,
              all,
              expression(`codecOf(${read}${write})`, used)
            ])
          )
          call.skip()
        }
      })
      program.unshiftContainer("body", importsOf(used, "schemas/endpoints"))
      withoutUnused(program)
    }
  }
})

const errorsCompiled = (
  { byCode, codeOf, compiler, detailsOf, expression, importsOf, schemas, snakeCase, wireName }
) => ({
  visitor: {
    Program(program) {
      const used = new Set()
      program.traverse({
        CallExpression(call) {
          const { name } = call.node.callee
          if (!["Family", "KnownError"].includes(name) || !importedFrom(call, "../KnownError.js")) return
          const [tag, all] = call.node.arguments
          const { value: code } = property(all, "code").value
          // `codeOf` derives it
          if (codeOf(tag.value) === code) all.properties = all.properties.filter(({ key }) => key?.name !== "code")
          const details = property(all, "details")
          if (details === undefined) return
          const fields = Object.entries(detailsOf(byCode.get(code))).map(([key, field]) => {
            const shape = explained(code, () => compiler.read(field))
            const named = wireName(key, field)
            return `${JSON.stringify(key)}: ${
              named === snakeCase(key) ? shape : `[${JSON.stringify(named)}, ${shape}]`
            }`
          })
          schemas.push([code, t.cloneNode(details.value)])
          details.shorthand = false
          details.value = expression(`detailsReader({ ${fields.join(", ")} })`, used)
        }
      })
      if (used.size > 0) program.unshiftContainer("body", importsOf(used, "schemas/errors"))
      withoutUnused(program)
    }
  }
})

/**
 * Moves each export of a module into its own module, so that a bundler can load it without the others. The module
 * itself re-exports them. Constants that aren't exported are copied.
 *
 * @returns the modules and their text; none if the module has only one export.
 */
const oneEach = (name, code) => {
  const { program } = parseSync(code, options)
  const names = new Map()
  for (const node of program.body.filter((node) => t.isExportNamedDeclaration(node, { source: null }))) {
    const declared = node.declaration?.declarations?.map(({ id }) => id.name) ?? [node.declaration?.id.name]
    if (node.declaration) declared.forEach((each) => names.set(each, each))
    else node.specifiers.forEach(({ exported, local }) => names.set(local.name, exported.name))
  }
  if (names.size < 2) return []
  const folder = name.replace(/\.js$/, "")
  const isDeclaring = (node, local) => (node.declarations ?? [node]).some(({ id }) => id?.name === local)
  const modules = [...names.keys()].map((local) => {
    const onlyThis = {
      visitor: {
        Program(program) {
          const own = program.node.body.filter((node) => !t.isExportNamedDeclaration(node) || node.declaration)
            .map((node) => node.declaration ?? node)
          program.node.body = [
            ...own.filter((node) => ![...names.keys()].some((other) => other !== local && isDeclaring(node, other))),
            t.exportNamedDeclaration(null, [t.exportSpecifier(t.identifier(local), t.identifier(local))])
          ]
          for (const { source } of program.node.body) {
            if (source?.value.startsWith(".")) source.value = `../${source.value.replace(/^\.\//, "")}`
          }
          program.scope.crawl()
          const siblings = Object.keys(program.scope.globals).filter((each) => names.has(each))
          program.unshiftContainer(
            "body",
            siblings.map((each) =>
              t.importDeclaration(
                [t.importSpecifier(t.identifier(each), t.identifier(each))],
                t.stringLiteral(`./${each}.js`)
              )
            )
          )
          withoutUnused(program)
        }
      }
    }
    return [`${folder}/${local}.js`, transformSync(code, { ...options, plugins: [onlyThis] }).code]
  })
  const base = path.posix.basename(folder)
  const barrel = [...names].map(([local, as]) => `export { ${local} as ${as} } from "./${base}/${local}.js";`)
  const passedOn = program.body.filter((node) => t.isExportDeclaration(node) && node.source)
    .map(({ end, start }) => code.slice(start, end))
  return [...modules, [name, [...passedOn, ...barrel].join("\n")]]
}

/** Keeps the schemas of a module, and the code that they need. */
const onlySchemas = (schemas) => ({
  visitor: {
    Program(program) {
      program.node.body = program.node.body.filter((node) =>
        t.isImportDeclaration(node) || t.isVariableDeclaration(node) || t.isFunctionDeclaration(node)
        || (t.isExportNamedDeclaration(node) && t.isVariableDeclaration(node.declaration))
      ).map((node) => node.declaration ?? node)
      program.node.body.push(exported(
        "schemas",
        t.objectExpression(schemas.map(([name, value]) => t.objectProperty(t.stringLiteral(name), value)))
      ))
      withoutUnused(program)
    }
  }
})

/** Removes imports and declarations that no code uses any more. */
const withoutUnused = (program) => {
  for (;;) {
    program.scope.crawl()
    const unused = Object.values(program.scope.bindings).filter(({ path: { parentPath }, referenced }) =>
      !referenced && !parentPath?.parentPath?.isExportNamedDeclaration()
    )
    const removed = unused.filter(({ path }) =>
      path.isImportSpecifier() || path.isImportNamespaceSpecifier() || path.isVariableDeclarator()
      || (path.isFunctionDeclaration() && !path.parentPath.isExportNamedDeclaration())
    )
    if (removed.length === 0) break
    for (const { path } of removed) path.remove()
  }
  program.node.body = program.node.body.filter((node) => !t.isImportDeclaration(node) || node.specifiers.length > 0)
}
