/** Sign-in page of the emulator's own provider. It has forms and no script. */
import { visibleName } from "../../../schemas/entities/names.ts"
import { contactChannels } from "../model/index.ts"
import { ownProvider } from "../oauth/index.ts"
import {
  fieldsOf,
  type Incoming,
  type OAuthFlow,
  type Outgoing,
  type Platform,
  type Project,
  type ProviderAccount
} from "../state/index.ts"

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
}

const document = (title: string, body: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 3rem auto; padding: 0 1rem; }
label { display: block; margin-top: 1rem; }
input:not([type=checkbox]) { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; }
button { font: inherit; padding: .5rem 1rem; margin-top: 1rem; cursor: pointer; }
ul { list-style: none; padding: 0; }
ul button { width: 100%; text-align: start; margin-top: .5rem; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

/** Maximum number of accounts on the page. Users can type any other account. */
const maxOffered = 20

interface Offer {
  readonly email: string
  readonly name: string | null
  readonly verified: boolean
  readonly id: string
}

/** Lists the accounts that signed in with the provider before, then the project's users. */
const accountsToOffer = (project: Project, providerId: string): ReadonlyArray<Offer> => {
  const found = new Map<string, Offer>()
  for (const { accountId, email, providerId: other, userId } of project.oauthAccounts.values()) {
    if (found.size === maxOffered) break
    if (other !== providerId || email === null) continue
    const name = project.users.get(userId)?.displayName ?? null
    found.set(email, { email, name, verified: true, id: accountId })
  }
  for (const user of project.usersInOrder) {
    if (found.size === maxOffered) break
    const email = contactChannels.primaryOf(project, user)?.value
    if (email === undefined || found.has(email)) continue
    found.set(email, { email, name: user.displayName, verified: true, id: email })
  }
  return [...found.values()]
}

const hidden = (name: string, value: string): string => `<input type="hidden" name="${name}" value="${escaped(value)}">`

const accountButton = ({ email, id, name, verified }: Offer): string =>
  `<li><form method="post">${hidden("email", email)}${hidden("id", id)}${hidden("name", name ?? "")}${
    verified ? hidden("verified", "on") : ""
  }<button>${escaped(visibleName(name) === undefined ? email : `${name}, ${email}`)}</button></form></li>`

const form = (project: Project, { providerId }: OAuthFlow, problem: string | undefined): string => {
  const known = accountsToOffer(project, providerId)
  const provider = escaped(providerId)
  return document(
    `Sign in with ${provider}`,
    `<h1>Sign in with ${provider}</h1>
<p>The emulator stands in for ${provider}. Sign in to <strong>${
      escaped(project.displayName)
    }</strong> with any account.</p>
${
      known.length === 0
        ? ""
        : `<h2>Choose an account</h2>\n<ul>\n${
          known.map(accountButton).join("\n")
        }\n</ul>\n<h2>Use another account</h2>`
    }
<form method="post">
${problem === undefined ? "" : `<p role="alert" id="problem">${escaped(problem)}</p>`}
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="off" required${
      problem === undefined ? "" : ` aria-invalid="true" aria-describedby="problem"`
    }>
<label for="name">Name</label>
<input id="name" name="name" autocomplete="off">
<label><input type="checkbox" name="verified" checked> ${provider} has verified the address</label>
<button>Sign in</button>
</form>
<form method="post"><button name="refuse" value="yes">Deny access</button></form>`
  )
}

/** Reads an account from the form. Its id defaults to its address; with an id, the address is optional. */
const personOf = (fields: URLSearchParams): ProviderAccount | undefined => {
  const text = (name: string) => fields.get(name)?.trim() || null
  const email = text("email")
  const accountId = text("id") ?? email
  if (accountId === null || (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email))) return undefined
  const emailVerified = email !== null && fields.has("verified")
  return { accountId, email, emailVerified, name: text("name"), picture: text("picture") }
}

/** Responds to requests for the page and its forms; `undefined` for other paths. */
export const respond = (platform: Platform, incoming: Incoming): Outgoing | undefined => {
  const { pathname, searchParams } = incoming.url
  if (!pathname.startsWith(ownProvider.pagePath)) return undefined
  if (incoming.method !== "GET" && incoming.method !== "POST") return { status: 405, headers: {}, body: "" }
  const flow = platform.store.oauthFlows.get(searchParams.get("state") ?? "")
  const project = flow === undefined ? undefined : platform.store.projects.get(flow.projectId)
  if (
    flow === undefined || project === undefined ||
    pathname !== new URL(ownProvider.issuerOf(platform, flow.providerId)).pathname
  ) {
    return page(
      400,
      document(
        "Sign-in not found",
        "<h1>Sign-in not found</h1>\n<p>This sign-in has expired or is already completed. Start it again in the app.</p>"
      )
    )
  }
  if (incoming.method === "GET") return page(200, form(project, flow, undefined))
  const fields = fieldsOf(incoming.body)
  if (fields.has("refuse")) return redirect(ownProvider.refuse(platform, flow))
  const person = personOf(fields)
  return person === undefined
    ? page(400, form(project, flow, "Enter an email address, such as ann@example.com."))
    : redirect(ownProvider.admit(platform, flow, person))
}

const page = (status: number, body: string): Outgoing => ({ status, headers, body })

const redirect = (location: string): Outgoing => ({ status: 303, headers: { ...headers, location }, body: "" })
