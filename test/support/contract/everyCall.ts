/** Every flow and every endpoint with a valid input, which contains canaries in place of secrets. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { endpoints } from "../../../schemas/catalogue.ts"
import { schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import type { AnyEndpoint } from "../../../schemas/Endpoint.ts"
import * as adminFlows from "../../../src/admin/index.ts"
import * as flows from "../../../src/flows/index.ts"
import * as serverFlows from "../../../src/server/index.ts"
import { canaries } from "../suite/canaries.ts"

/** A function and its name, such as `signIn.withPassword`. */
export interface Named {
  readonly name: string
  readonly call: (...input: ReadonlyArray<any>) => unknown
}

const functionsOf = (table: object, within: string): ReadonlyArray<Named> =>
  Object.entries(table).flatMap(([name, member]): ReadonlyArray<Named> =>
    typeof member === "function"
      ? [{ name: `${within}${name}`, call: member }]
      : typeof member === "object" && member !== null
      ? functionsOf(member, `${within}${name}.`)
      : []
  )

/** All flows in the public tables, which include new flows automatically. */
export const everyFlow: ReadonlyArray<Named> = [
  ...functionsOf(flows, ""),
  ...functionsOf(serverFlows, "server."),
  ...functionsOf(adminFlows, "admin.")
]

const uuid = (digit: number) => `5a3c9f0e-1b2c-4d5e-8f90-12345678900${digit}`
const page = "http://localhost:3000/handler"

/** Values by field name. Secrets are canaries. */
const meanings: { readonly [name: string]: unknown } = {
  agent: { name: "Helper" },
  pollToken: canaries.pollToken,
  claimCode: canaries.claimCode,
  email: "ada@example.com",
  password: canaries.password,
  oldPassword: canaries.oldPassword,
  newPassword: canaries.password,
  code: canaries.code,
  fullCode: canaries.code,
  nonce: canaries.nonce,
  attemptCode: canaries.attemptCode,
  totp: canaries.totp,
  secret: canaries.totpSecret,
  totpSecretBase64: btoa(canaries.totpSecret),
  apiKey: canaries.apiKey,
  refreshToken: canaries.refreshToken,
  anonRefreshToken: canaries.refreshToken,
  botChallengeToken: canaries.botChallengeToken,
  loginCode: canaries.loginCode,
  pollingCode: canaries.pollingCode,
  clientSecret: canaries.clientSecret,
  configString: canaries.configuration,
  configOverrideString: canaries.configuration,
  codeVerifier: canaries.nonce,
  token: canaries.accessToken,
  idToken: canaries.providerToken,
  accessToken: canaries.providerToken,
  url: page, // URL of a CLI login, which is shown to users
  link: `${page}/magic-link-callback?code=${canaries.code}`,
  callbackUrl: page,
  verificationCallbackUrl: page,
  redirectUrl: page,
  redirectUri: page,
  appUrl: "http://localhost:3000",
  provider: "google",
  providerId: "google",
  type: "email",
  value: "grace@example.com",
  grantType: "authorization_code",
  userId: uuid(1),
  teamId: uuid(2),
  id: uuid(3),
  contactChannelId: uuid(4),
  sessionId: uuid(5),
  invitationId: uuid(6),
  keyId: uuid(7),
  apiKeyId: uuid(7),
  permissionId: "read",
  domain: "https://app.example.com",
  domainId: uuid(8),
  subdomain: "mail.example.com",
  senderLocalPart: "hello",
  displayName: "Ada",
  description: "a key",
  source: "export {}",
  tsxSource: "export {}",
  recipientEmail: "ada@example.com",
  emailConfig: {
    host: "localhost",
    port: 25,
    username: "mailer",
    password: canaries.smtpPassword,
    senderName: "Ada",
    senderEmail: "ada@example.com"
  },
  config: {
    oauthProviders: [{ id: "google", type: "standard", clientId: "an-app", clientSecret: canaries.clientSecret }],
    emailConfig: {
      type: "standard",
      host: "localhost",
      port: 25,
      username: "mailer",
      password: canaries.smtpPassword,
      senderName: "Ada",
      senderEmail: "ada@example.com"
    }
  },
  messages: [{ role: "user", content: "Make it blue." }],
  message: { role: "user", content: "Make it blue." },
  events: [{ eventType: "$click", eventAt: new Date(4e12), data: {} }],
  codeChallenge: "c".repeat(43),
  expiresIn: "10 minutes",
  every: "1 millis",
  attempts: 1
}

/** Values of the other fields. */
const anything: ReadonlyArray<unknown> = [
  "text",
  uuid(9),
  page,
  "ada@example.com",
  true,
  7,
  new Date(4e12),
  [],
  {},
  ["text"],
  [uuid(9)],
  "google",
  "branch",
  null
]

const wrapDeep = (value: unknown): unknown =>
  typeof value === "string"
    ? secrets.has(value) ? Redacted.make(value) : value
    : Array.isArray(value)
    ? value.map(wrapDeep)
    : typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, wrapDeep(each)]))
    : value

const secrets: ReadonlySet<unknown> = new Set([...Object.values(canaries), btoa(canaries.totpSecret)])

/** Input for most flows, with plain-text secrets. */
export const bareInput = meanings
/** The same input with redacted secrets. */
export const wrappedInput = wrapDeep(meanings) as { readonly [name: string]: unknown }

const literalsOf = (field: Schema.Constraint): ReadonlyArray<unknown> => {
  const { ast } = Schema.toType(field)
  const types = ast._tag === "Union" ? ast.types : [ast]
  return types.flatMap((type) => type._tag === "Literal" ? [type.literal] : [])
}

/** Creates a valid input for an endpoint. Every field that can have a secret has one. */
const inputOf = ({ spec }: AnyEndpoint): { readonly [name: string]: unknown } => {
  const fields = Object.entries(schemasOf(spec).input).flatMap(([name, field]) => {
    const fits = Schema.is(Schema.toType(field))
    const candidates = [wrappedInput[name], undefined, ...literalsOf(field), ...anything.map(wrapDeep)]
    const found = candidates.find((candidate) => fits(candidate))
    if (found === undefined && !fits(undefined)) throw new Error(`No value fits ${spec.name}'s ${name}`)
    return found === undefined ? [] : [[name, found] as const]
  })
  return Object.fromEntries(fields)
}

/** All endpoints with their inputs. */
export const everyEndpoint: ReadonlyArray<{ readonly endpoint: AnyEndpoint; readonly input: object }> = endpoints.map((
  endpoint
) => ({ endpoint, input: inputOf(endpoint) }))

const spoken = (name: string): ReadonlyArray<string> => name.replace(/^(?:server|admin)\./, "").split(".")

/**
 * Returns inputs for a flow, the most likely one first: the inputs of its endpoint, an input with all fields, and the
 * inputs of other endpoints of the resource.
 */
export const inputsOf = ({ call, name }: Named): ReadonlyArray<ReadonlyArray<unknown>> => {
  const [resource, verb] = spoken(name)
  const own = everyEndpoint.filter(({ endpoint }) => endpoint === call)
  const alike = everyEndpoint.filter(({ endpoint }) => endpoint.spec.name.split(".")[0] === resource)
  const namesakes = alike.filter(({ endpoint }) => endpoint.spec.name.split(".")[1] === verb)
  const { type: _type, ...untyped } = wrappedInput
  const inputs = [
    ...own.map(({ input }) => input),
    wrappedInput,
    untyped,
    ...[...namesakes, ...alike].map(({ input }) => input)
  ]
  switch (name) {
    case "accessToken":
      return [[{ forceRefresh: true }]]
    case "redirectTo.hrefOf":
    case "redirectTo.url":
      return [["signIn", wrappedInput]]
    case "signIn.withCode":
      return [[{ code: Redacted.make(canaries.totp), nonce: Redacted.make(canaries.nonce) }]]
    case "cliLogin.wait":
      return [[
        { url: page, pollingCode: Redacted.make(canaries.pollingCode), expiresAt: new Date(4e12) },
        { every: "1 millis", attempts: 1 }
      ]]
    case "memberProfiles.update":
      return [[{ teamId: uuid(2), displayName: "Ada" }]]
    case "teams.removeMember":
    case "server.teams.addMember":
    case "server.teams.removeMember":
      return [[{ teamId: uuid(2), userId: uuid(1) }]]
    case "server.dataVault.get":
    case "server.dataVault.set":
      return [[{ store: "keys", key: "ada/key", secret: canaries.totpSecret, value: canaries.smtpPassword }]]
    case "server.emails.send":
    case "admin.emails.send":
      return [[{ userIds: [uuid(1)], subject: "News", html: "<p>News</p>" }]]
    case "admin.projectConfig.update":
      return [[{ "emails.server.password": canaries.smtpPassword }]]
    case "admin.emailThemes.save":
      return [[{ themeId: uuid(9), tsxSource: "export {}" }]]
    default:
      return [...inputs.map((input) => [input]), []]
  }
}

/**
 * Names of flows that send no request in these tests. Some never send one. Others need a browser, an authenticator or a
 * valid TOTP code.
 */
export const sendsNoRequest =
  /^(?:auth\w+|cliLogin\.(?:show|print|open|takeAnonymousUser)|oauth\.\w+|passkeys\.\w+|redirectTo\.\w+|signIn\.requestedHere|totp\.(?:matches|enable)|.*\.whyInvalid|admin\.(?:aiChat\.proposedSource|productionMode\.problemsOf))$/
