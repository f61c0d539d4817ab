/** Parameters and props with the type of a user, and methods of other objects of the platform's SDK. */
import { isIdentifier, type Module, type Node } from "../source/index.ts"
import type { Imported } from "./apps.ts"
import type { Draft } from "./draft.ts"
import { exported, members } from "./names.ts"

/** A variable with the type of a user. */
interface TypedUser {
  readonly id: Node
  readonly isServer: boolean
}

/** Returns the members of an object type, or of a type that the module declares. */
const membersOf = (module: Module, type: Node | undefined): ReadonlyArray<Node> => {
  if (type?.type === "TSTypeLiteral") return type["members"]
  if (type?.type !== "TSTypeReference") return []
  const declared = module.nodes.find(({ id, type: kind }) =>
    /^TS(?:InterfaceDeclaration|TypeAliasDeclaration)$/.test(kind) && isIdentifier(id, type["typeName"].name)
  )
  return declared?.["body"]?.body ?? declared?.["typeAnnotation"]?.members ?? []
}

const annotationOf = (node: Node): Node | undefined => node["typeAnnotation"]?.typeAnnotation

/** Finds the parameters and props that the module declares with the type of a user. */
export const typedUsers = (module: Module, names: ReadonlyArray<Imported>): ReadonlyArray<TypedUser> => {
  const userOf = (type: Node | undefined): "User" | "ServerUser" | undefined => {
    const name = type?.type !== "TSTypeReference"
      ? undefined
      : names.find(({ local }) => isIdentifier(type["typeName"], local))?.name
    const to = exported[name ?? ""]?.to
    return to === "User" || to === "ServerUser" ? to : undefined
  }
  const typed = (id: Node | undefined, type: Node | undefined): ReadonlyArray<TypedUser> => {
    const user = userOf(type)
    return user === undefined || id?.type !== "Identifier" ? [] : [{ id, isServer: user === "ServerUser" }]
  }
  const functions = module.nodes.filter((node) => Array.isArray(node["params"]) && "body" in node)
  return functions.flatMap(({ params }) => params as ReadonlyArray<Node>).flatMap((parameter) => {
    if (parameter.type !== "ObjectPattern") return typed(parameter, annotationOf(parameter))
    const members = membersOf(module, annotationOf(parameter))
    return (parameter["properties"] as ReadonlyArray<Node>).flatMap(({ key, value }) =>
      typed(value, members.filter((member) => isIdentifier(member["key"], key?.name)).map(annotationOf)[0])
    )
  })
}

/** Methods that hardly any other library has. */
const methods =
  /^(?:addUser|removeUser|inviteUser|getTeamProfile|(?:grant|revoke|has|get|use)Permission|(?:list|use)Permissions|(?:get|use)ConnectedAccount|createContactChannel|getActiveSessions|revokeSession|createSession|(?:list|create)ApiKeys?|useApiKeys|getAuthJson|getAuthHeaders|setSelectedTeam|set(?:Client|Server|ClientReadOnly)Metadata|setDisplayName|setPrimaryEmail|registerPasskey|listInvitations)$/

/** Methods of users without a counterpart of the same shape. */
const userMethods =
  /^(?:getTeam|getPartial\w+|updatePassword|setPassword|sendVerificationEmail|(?:get|list|link|getOrLink)\w*ConnectedAccounts?|(?:list|get)OAuthProviders?|listTeamInvitations|listNotificationCategories|createCheckoutUrl|createProject|listOwnedProjects)$/

/** Whether a call is one of a user's methods, by the names of the object and the method. */
const isOfUser = (owner: Node | undefined, name: string): boolean =>
  owner?.type === "Identifier" && /user$/i.test(owner["name"])
  && (Object.hasOwn(members.user, name) || userMethods.test(name))

const isMember = (node: Node | undefined): boolean => /^(?:Optional)?MemberExpression$/.test(node?.type ?? "")

/** Lists reads and copies of metadata, whose content has no type. A cast gives it one. */
const listMetadata = (draft: Draft): void => {
  for (const read of draft.module.nodes) {
    const given: Node | undefined = isMember(read)
      ? read["object"]
      : read.type === "SpreadElement"
      ? read["argument"]
      : undefined
    const object = given?.type === "TSNonNullExpression" ? given["expression"] : given
    const name: unknown = isMember(object) ? object["property"].name : undefined
    const isMetadata = typeof name === "string" && /^(?:client|server|clientReadOnly)Metadata$/.test(name)
    if (isMetadata) draft.leave(read, name, "Metadata has no type here. Define it, or cast it.")
  }
}

/** Lists methods and metadata of users and teams on variables that the command doesn't know. */
export const listUnknown = (draft: Draft): void => {
  const { module, replacements } = draft
  listMetadata(draft)
  for (const call of module.nodes) {
    const callee: Node | undefined = /^(?:Optional)?CallExpression$/.test(call.type) ? call["callee"] : undefined
    const name: unknown = callee?.type.endsWith("MemberExpression") === true ? callee["property"].name : undefined
    if (typeof name !== "string" || !(methods.test(name) || isOfUser(callee?.["object"], name))) continue
    const isChanged = replacements.some(({ end, start }) => start < callee!.end && end > callee!.start)
    if (!isChanged) draft.leave(call, name, "The object is a plain value now. The row shows the call that replaces it.")
  }
}
