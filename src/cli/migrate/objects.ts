/** App objects and users in a module: which variables hold them, and the members that the module calls. */
import { isIdentifier, type Module, type Node, plainExpression, type Replacement } from "../source/index.ts"
import { type App, type Imported, type Imports, propertiesOf, type Reached, sourceFor } from "./apps.ts"
import { rewriteCall } from "./calls.ts"
import type { Draft } from "./draft.ts"
import { type Kind, members } from "./names.ts"
import { functionAround, scopeOf, usesOf } from "./references.ts"
import { typedUsers } from "./typedUsers.ts"

/** A variable with an app or a user. `nextUser`: a user or a team on the server of a Next.js app. */
interface Held {
  readonly kind: Kind | "nextUser"
  readonly local: string
  /** Node in which the variable is visible. */
  readonly scope: Node
  /** Identifier that declares the variable; `undefined` for an import. */
  readonly declaration: Node | undefined
  /** Variable of the app from which a user comes. */
  readonly app: string | undefined
}

/** The project's apps, as far as a module needs them. */
export interface Surroundings {
  readonly reached: ReadonlyArray<Reached>
  readonly names: ReadonlyArray<Imported>
  /** Exported client that any module can import. */
  readonly shared: App | undefined
  readonly imports: Imports
}

const localsOf = (names: ReadonlyArray<Imported>, wanted: string): ReadonlyArray<string> =>
  names.filter(({ name }) => name === wanted).map(({ local }) => local)

/** Whether a variable holds a user or a team, which is a plain value now. */
const hadMethods = ({ kind }: Pick<Held, "kind">): boolean => /(?:user|team)$/i.test(kind)

/** Returns the called expression of an initial value, without `await`. */
const calledBy = (node: Node | null | undefined): Node | undefined => {
  const plain = plainExpression(node)
  const value = plain?.type === "AwaitExpression" ? plainExpression(plain["argument"]) : plain
  return value?.type === "CallExpression" ? value : undefined
}

/** Variables that hold an app, including variables initialised with an app that a hook returns. */
const appsHeld = (module: Module, { names, reached }: Surroundings): ReadonlyArray<Held> => [
  ...reached.filter(({ app }) => !app.isFactory).map(({ app, local }): Held => {
    const declaration = app.module === module ? (module.parentOf(app.creation)!["id"] as Node) : undefined
    return {
      kind: app.kind,
      local,
      scope: declaration === undefined ? module.program : scopeOf(module, declaration),
      declaration,
      app: undefined
    }
  }),
  ...declarators(module).flatMap(({ id, init }): ReadonlyArray<Held> => {
    const kind = createdBy(calledBy(init), { names, reached })
    return kind === undefined
      ? []
      : [{ kind, local: id.name, scope: scopeOf(module, id), declaration: id, app: undefined }]
  })
]

/** Returns the kind of the app that a hook or a function of the project returns. */
const createdBy = (
  call: Node | undefined,
  { names, reached }: Pick<Surroundings, "names" | "reached">
): App["kind"] | undefined =>
  localsOf(names, "useStackApp").some((local) => isIdentifier(call?.["callee"], local))
    ? "client"
    : reached.find(({ app, local }) => app.isFactory && isIdentifier(call?.["callee"], local))?.app.kind

const declarators = ({ nodes }: Module): ReadonlyArray<Node> =>
  nodes.filter(({ id, init, type }) => type === "VariableDeclarator" && id.type === "Identifier" && init != null)

/** Returns the app whose member is called. */
const ownerOf = (module: Module, call: Node | undefined, apps: ReadonlyArray<Held>): Held | undefined => {
  const owner = plainExpression(call?.["callee"]?.type === "MemberExpression" ? call["callee"]["object"] : undefined)
  return owner?.type !== "Identifier"
    ? undefined
    : apps.findLast(({ local, scope }) => owner["name"] === local && module.inside(scope).includes(owner))
}

/** What a call returns, and the variable of the app from which a user comes. */
type Returned = Pick<Held, "app" | "kind">

/** Returns what a call of a hook or of an app's member returns, if it is an app, a user or a team. */
const returnedBy = (
  module: Module,
  call: Node | undefined,
  surroundings: Surroundings,
  apps: ReadonlyArray<Held>
): Returned | undefined => {
  const created = createdBy(call, surroundings)
  if (created !== undefined) return { kind: created, app: undefined }
  const hooks = localsOf(surroundings.names, "useUser")
  if (hooks.some((local) => isIdentifier(call?.["callee"], local))) return { kind: "user", app: undefined }
  const owner = ownerOf(module, call, apps)
  const name = String(call?.["callee"]?.property?.name)
  if (owner?.kind === "client" && /^(?:get|use)User$/.test(name)) return { kind: "user", app: owner.local }
  if (owner?.kind === "next" && /^(?:create|get)(?:User|Team)$/.test(name)) {
    return { kind: "nextUser", app: owner.local }
  }
  if (owner?.kind !== "server") return undefined
  if (/^(?:create|get)User$/.test(name)) return { kind: "serverUser", app: owner.local }
  return /^(?:create|get)Team$/.test(name) ? { kind: "serverTeam", app: owner.local } : undefined
}

/** Variables that hold a user: the result of `useUser` and `getUser`, and of `createUser` and `listUsers` on servers. */
const usersHeld = (module: Module, surroundings: Surroundings, apps: ReadonlyArray<Held>): ReadonlyArray<Held> => {
  const { names } = surroundings
  const held = (kind: Held["kind"], id: Node, app: string | undefined): Held => ({
    kind,
    local: id["name"],
    scope: scopeOf(module, id),
    declaration: id,
    app
  })
  return [
    ...declarators(module).flatMap(({ id, init }): ReadonlyArray<Held> => {
      const returned = returnedBy(module, calledBy(init), surroundings, apps)
      return returned === undefined || !hadMethods(returned) ? [] : [held(returned.kind, id, returned.app)]
    }),
    ...typedUsers(module, names).map(({ id, isServer }) =>
      held(
        isServer ? "serverUser" : "user",
        id,
        isServer ? apps.find(({ kind }) => kind === "server")?.local : undefined
      )
    ),
    ...module.nodes.filter(({ type }) => type === "ForOfStatement").flatMap((loop): ReadonlyArray<Held> => {
      const call = calledBy(loop["right"])
      const owner = ownerOf(module, call, apps)
      const id: Node | undefined = loop["left"].declarations?.[0]?.id
      return owner?.kind === "server" && call?.["callee"].property.name === "listUsers" && id?.type === "Identifier"
        ? [held("serverUser", id, owner.local)]
        : []
    })
  ]
}

/** Returns the client that a component can use, and imports or creates it if none is in scope. */
const clientFor = (
  draft: Draft,
  user: Held,
  apps: ReadonlyArray<Held>,
  { imports, shared }: Surroundings
): string | undefined => {
  if (user.app !== undefined || user.kind.startsWith("server")) return user.app
  const { module } = draft
  const around = functionAround(module, user.declaration!)
  const clients = apps.filter(({ kind }) => kind === "client")
  const near =
    clients.find(({ declaration }) =>
      declaration !== undefined && around !== undefined && functionAround(module, declaration) === around
    ) ?? clients.find(({ scope }) => scope === module.program)
  if (near !== undefined) return near.local
  if (shared?.exportedAs !== undefined && shared.exportedAs !== "default") {
    return draft.need(shared.exportedAs, sourceFor(imports, module, shared.module))
  }
  const statement = module.parentOf(module.parentOf(user.declaration!)!)!
  if (statement.type !== "VariableDeclaration" || around === undefined) return undefined
  return withClientHook(draft, statement)
}

/** Adds `const client = useClient()` above a statement. */
const withClientHook = (draft: Draft, statement: Node): string | undefined => {
  const { text } = draft.module
  const lineStart = Math.max(text.lastIndexOf("\n", statement.start - 1), text.lastIndexOf("\r", statement.start - 1)) +
    1
  const indent = text.slice(lineStart, statement.start)
  if (indent.trim() !== "") return undefined
  const end = text[lineStart - 2] === "\r" ? "\r\n" : text[lineStart - 1] ?? "\n"
  const hook = draft.need("useClient", "latchkey/react")
  const name = draft.free("client")
  const semicolon = text[statement.end - 1] === ";" ? ";" : ""
  const line = `const ${name} = ${hook}()${semicolon}${end}${indent}`
  return draft.change(statement, "useStackApp", [{ start: statement.start, end: statement.start, text: line }])
    ? name
    : undefined
}

const noUrls = "There is no list of addresses. Use useHrefs, or redirectTo. In a Server Component, write the path."

/** Kinds with the members of an object on the server of a Next.js app. */
const onNext: { readonly [kind: string]: ReadonlyArray<Kind> } = {
  next: ["next", "server"],
  nextUser: ["user", "serverUser", "serverTeam"]
}

/** Whether an object of the platform's SDK has a member that the command knows. */
const hasMember = (kind: Held["kind"], name: string): boolean =>
  (onNext[kind] ?? [kind as Kind]).some((each) => Object.hasOwn(members[each], name))

/** Returns the reason why a member stays that isn't called on a variable. */
const isValueOf = (kind: Held["kind"]): string =>
  hadMethods({ kind })
    ? "The object is a plain value now. The row shows the call that replaces it."
    : "The row shows the call that replaces it."

/**
 * Lists members of objects that no variable holds, such as in `useUser()?.signOut()`, and members that a variable is
 * destructured into.
 */
const listNameless = (draft: Draft, surroundings: Surroundings, held: ReadonlyArray<Held>): void => {
  const { module } = draft
  const kindOf = (node: Node | null | undefined): Held["kind"] | undefined => {
    const value = plainExpression(node)
    if (value?.type !== "Identifier") return returnedBy(module, calledBy(value), surroundings, held)?.kind
    return held.findLast(({ local, scope }) => value["name"] === local && module.inside(scope).includes(value))?.kind
  }
  const list = (node: Node, kind: Held["kind"], name: unknown) => {
    if (typeof name === "string" && hasMember(kind, name)) draft.leave(node, name, isValueOf(kind))
  }
  for (const node of module.nodes) {
    const isMember = /^(?:Optional)?MemberExpression$/.test(node.type) && node["object"].type !== "Identifier"
    const pattern: Node | undefined = node.type === "VariableDeclarator" ? node["id"] : undefined
    if (!isMember && pattern?.type !== "ObjectPattern") continue
    const kind = kindOf(isMember ? node["object"] : node["init"])
    if (kind === undefined) continue
    if (isMember) list(node, kind, node["property"].name)
    else {for (const property of pattern!["properties"] as ReadonlyArray<Node>) {
        list(property, kind, property["key"]?.name)
      }}
  }
}

/** Rewrites or lists one use of a variable. */
const rewriteUse = (
  draft: Draft,
  held: Held,
  reference: Node,
  { baseOf, isInScript }: { readonly baseOf: () => string | undefined; readonly isInScript: boolean }
): void => {
  const { module } = draft
  let object = reference
  while (module.parentOf(object)?.type === "TSNonNullExpression") object = module.parentOf(object)!
  const member = module.parentOf(object)
  if (member === undefined || !/^(?:Optional)?MemberExpression$/.test(member.type) || member["object"] !== object) {
    return
  }
  const name: string | undefined = member["computed"] === true ? undefined : member["property"].name
  if (name === undefined) return
  const outer = module.parentOf(member)
  if (held.kind === "user" && name === "currentSession" && outer !== undefined) {
    return rewriteTokens(draft, outer, baseOf)
  }
  if (outer === undefined || !/^(?:Optional)?CallExpression$/.test(outer.type) || outer["callee"] !== member) {
    const isRead = outer?.type.endsWith("MemberExpression") === true && outer["object"] === member
    if (name === "urls" && isRead) draft.leave(outer, name, noUrls)
    else if (hasMember(held.kind, name)) draft.leave(member, name, isValueOf(held.kind))
    return
  }
  if (held.kind === "next" && name === "getUser") return rewriteNextUser(draft, outer, reference["name"])
  const known = held.kind === "nextUser" ? undefined : members[held.kind][name]
  if (known === undefined) {
    const reason = held.kind === "server" && name === "getUser"
      ? unlikeGetUser(outer)
      : held.kind === "server" && name === "getTeam"
      ? "teams.get({ teamId }) rejects with TeamNotFound for an unknown id. Before, getTeam returned null."
      : name === "getTeam" && /^(?:next|server)User$/.test(held.kind)
      ? "teams.get of createServer() returns every team. To return only teams of the user, search teams.list({ userId })."
      : held.kind === "next" || held.kind === "nextUser"
      ? "Call createServer() from latchkey/promise, as the row of the server app shows."
      : "The row shows the call that replaces it."
    return draft.leave(outer, name, reason)
  }
  const hasTokens = held.kind === "client" && propertiesOf(outer["arguments"][0])?.has("tokenStore") === true
  if (hasTokens) {
    return draft.leave(outer, name, "createClient({ tokenStore }) creates a client that acts for these tokens.")
  }
  if (known.isHook === true) {
    return rewriteCall(draft, outer, name, { ...known, to: draft.need(known.to, "latchkey/react") }, () => "")
  }
  const { then: _, ...alone } = known
  rewriteCall(draft, outer, name, isInScript ? alone : known, baseOf)
}

/** Returns the reason why a server's `getUser` isn't rewritten. */
const unlikeGetUser = (call: Node): string =>
  call["arguments"][0]?.type === "ObjectExpression"
    ? "Authenticate the request with createAuthenticator from latchkey/verify, as the back-ends guide shows."
    : "users.get({ userId }) rejects with UserNotFound for an unknown id. Before, getUser returned null."

/** Rewrites `user.currentSession.getTokens()`. */
const rewriteTokens = (draft: Draft, member: Node, baseOf: () => string | undefined): void => {
  const call = draft.module.parentOf(member)
  const isCall = member.type === "MemberExpression" && isIdentifier(member["property"], "getTokens")
    && call?.type === "CallExpression" && call["callee"] === member
  const base = isCall ? baseOf() : undefined
  if (base === undefined) return draft.leave(member, "currentSession", "For the tokens, call authJson() of the client.")
  draft.change(member, "currentSession", [{ start: member.start, end: member.end, text: `${base}.authJson` }])
}

/** Returns the reason why `getUser` isn't rewritten on the server of a Next.js app. */
const unlikeNextUser = (given: ReadonlyArray<Node>): string => {
  const names = propertiesOf(given[0])
  if (names?.has("tokenStore")) return "withUser() passes the user of a request to a route handler."
  if (names?.has("apiKey")) return "Call users.byApiKey({ apiKey }) of createServer()."
  if (given.length > 0 && names === undefined) return "Call users.get({ userId }) of createServer()."
  return names?.get("or")?.["value"].value === "throw"
    ? "currentUser() returns null. Throw your own error, or call requireUser(), which redirects."
    : "currentUser() and requireUser() take different options."
}

/** In Next.js, the option `or` determines the function. */
const rewriteNextUser = (draft: Draft, call: Node, app: string): void => {
  const given = call["arguments"] as ReadonlyArray<Node>
  const names = given.length === 0 ? new Map<string, Node>() : propertiesOf(given[0])
  const or: unknown = names?.get("or")?.["value"].value
  const to = given.length === 0 || or === "return-null" ? "currentUser" : or === "redirect" ? "requireUser" : undefined
  if (to === undefined || given.length > 1 || (names?.size ?? 0) > 1) {
    return draft.leave(call, "getUser", unlikeNextUser(given))
  }
  const all: Replacement = { start: call.start, end: call.end, text: `${app}.${to}()` }
  draft.change(call, "getUser", [all])
}

/** Whether a file is the middleware of Next.js, which is called proxy since version 16. */
export const isMiddleware = (path: string): boolean => /^(?:src\/)?(?:middleware|proxy)\.[jt]s$/.test(path)

/** In a middleware, the response that lets a request pass becomes one that also refreshes the session. */
const rewriteMiddleware = (draft: Draft, next: Held): void => {
  const { module } = draft
  for (const call of module.nodes) {
    const callee: Node | undefined = call.type === "CallExpression" ? call["callee"] : undefined
    const isPassing = callee?.type === "MemberExpression" && isIdentifier(callee["object"], "NextResponse")
      && isIdentifier(callee["property"], "next")
    if (!isPassing) continue
    const around = functionAround(module, call)
    const request: Node | undefined = around?.["params"]?.[0]
    const isReturned = /^(?:ReturnStatement|ArrowFunctionExpression)$/.test(module.parentOf(call)!.type)
    if (request?.type !== "Identifier" || around?.["async"] !== true || !isReturned || call["arguments"].length > 0) {
      draft.leave(call, "getUser", "To refresh sessions here, pass the request to the function proxy.")
      continue
    }
    const text = `${next.local}.proxy(${request["name"]})`
    draft.change(call, "getUser", [{ start: call.start, end: call.end, text }])
  }
}

/** Removes the variable of a user that no code reads any more. The call stays, because it may redirect. */
const withoutUnused = (draft: Draft, { declaration, local }: Held, references: ReadonlyArray<Node>) => {
  const { module, replacements } = draft
  const isGone = ({ end, start }: Node) => replacements.some((other) => other.start <= start && end <= other.end)
  const isInNewText = replacements.some(({ text }) => RegExp(`\\b${local}\\b`).test(text))
  const declarator = module.parentOf(declaration!)
  const statement = module.parentOf(declarator!)
  const init: Node | undefined = declarator?.["init"]
  if (references.length === 0 || isInNewText || !references.every(isGone) || init == null) return
  if (statement?.type !== "VariableDeclaration" || statement["declarations"].length !== 1) return
  if (!/^(?:BlockStatement|Program)$/.test(module.parentOf(statement)?.type ?? "")) return
  draft.change(statement, "getUser", [{ start: statement.start, end: init.start, text: "" }])
}

/** Rewrites the members of all apps and users that a module holds. */
export const rewriteObjects = (draft: Draft, surroundings: Surroundings): void => {
  const { module } = draft
  const apps = appsHeld(module, surroundings)
  const next = apps.find(({ kind }) => kind === "next")
  if (next !== undefined && isMiddleware(module.path)) rewriteMiddleware(draft, next)
  const all = [...apps, ...usersHeld(module, surroundings, apps)]
  listNameless(draft, surroundings, all)
  for (const held of all) {
    const { bindings, references: found } = usesOf(module, held.local, held.scope)
    const others = bindings.filter((binding) => binding !== held.declaration).map((binding) => scopeOf(module, binding))
    const isClear = !others.includes(held.scope)
    const references = found.filter(({ end, start }) =>
      !others.some((other) => other !== held.scope && other.start <= start && end <= other.end)
    )
    let base: string | undefined
    for (const reference of references) {
      if (!isClear) {
        draft.leave(module.parentOf(reference)!, "getUser", `Several variables have the name ${held.local} here.`)
        continue
      }
      rewriteUse(
        draft,
        held,
        reference,
        {
          baseOf: () => base ??= hadMethods(held) ? clientFor(draft, held, apps, surroundings) : held.local,
          isInScript: surroundings.reached.some(({ app }) => app.isScript)
        }
      )
    }
    if (isClear && hadMethods(held)) withoutUnused(draft, held, references)
  }
}
