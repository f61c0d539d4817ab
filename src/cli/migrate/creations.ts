/** The expressions that create app objects. */
import { isIdentifier, type Node, plainExpression, type Replacement } from "../source/index.ts"
import { type App, obstacleOf } from "./apps.ts"
import type { Draft } from "./draft.ts"
import { chosenByNext, droppedOptions } from "./names.ts"

const rows = { client: "StackClientApp", next: "StackServerApp", server: "StackServerApp" } as const

/** Removes properties of an object literal with their commas. */
const withoutProperties = (object: Node, dropped: ReadonlyArray<string>): ReadonlyArray<Replacement> => {
  const all = object["properties"] as ReadonlyArray<Node>
  const isDropped = ({ key }: Node) => dropped.includes(key?.name ?? key?.value)
  const stays = all.filter((property) => !isDropped(property))
  if (stays.length === all.length) return []
  if (stays.length === 0) return [{ start: object.start, end: object.end, text: "" }]
  const last = all.findLastIndex((property) => !isDropped(property))
  return all.flatMap((property, at): ReadonlyArray<Replacement> =>
    !isDropped(property)
      ? []
      : at < last
      ? [{ start: property.start, end: all[at + 1]!.start, text: "" }]
      : [{ start: all[at - 1]!.end, end: property.end, text: "" }]
  )
}

/** Rewrites the creation of an app object. Returns whether the object is now a client or server of this package. */
export const rewriteCreation = (draft: Draft, app: App, all: ReadonlyArray<App>): boolean => {
  const { creation, kind, options } = app
  const obstacle = obstacleOf(app, all)
  if (obstacle !== undefined) {
    draft.leave(creation, rows[kind], obstacle)
    return false
  }
  const name = kind === "client"
    ? draft.need("createClient", "latchkey/promise")
    : kind === "server"
    ? draft.need("createServer", "latchkey/promise")
    : draft.need("createLatchkeyNext", "latchkey/nextjs")
  const end: number = creation["typeParameters"]?.end ?? creation["callee"].end
  const hasParentheses = draft.module.text[creation.end - 1] === ")"
  const own = (options?.["properties"] ?? []) as ReadonlyArray<Node>
  const store = own.find(({ key }) => isIdentifier(key, "tokenStore"))
  // Next.js renders Client Components on the server too, where "nextjs-cookie" fails; cookies are the browser's default
  const isDefault = kind === "client" && plainExpression(store?.["value"])?.["value"] === "nextjs-cookie"
  const dropped = [
    ...droppedOptions,
    ...(kind === "next" ? chosenByNext : []),
    ...(isDefault ? ["tokenStore"] : [])
  ]
  const hasEmptyToken = store !== undefined
    && draft.module.inside(store).some(({ type, value }) => type === "StringLiteral" && value === "")
  if (hasEmptyToken) draft.leave(store, "tokenStore", "An empty token is an error now. Pass null for an unknown token.")
  return draft.change(creation, rows[kind], [
    { start: creation.start, end, text: hasParentheses ? name : `${name}()` },
    ...(options === undefined ? [] : withoutProperties(options, dropped))
  ])
}
