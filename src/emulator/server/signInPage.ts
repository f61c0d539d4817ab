/** Sign-in page of the emulator's own provider. It has forms and no script. */
import { hueOf, initialOf, visibleName } from "../../../schemas/entities/names.ts"
import { providerMarks } from "../../../schemas/providerMarks.ts"
import { isKnownProvider, providerName } from "../../../schemas/providerNames.ts"
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
import { document, escaped, hidden, page, redirect } from "./pages.ts"

/** Returns the provider's logo, or its initial if the provider is unknown. */
const markOf = (providerId: string): string =>
  isKnownProvider(providerId)
    ? `<svg viewBox="0 0 24 24" aria-hidden="true">${
      providerMarks[providerId].map(([colour, path]) => `<path fill="${colour}" d="${path}"/>`).join("")
    }</svg>`
    : initial(providerId, providerId)

const initial = (id: string, name: string): string =>
  `<span class="initial" style="--hue:${hueOf(id)}" aria-hidden="true" translate="no">${
    escaped(initialOf(name) ?? "?")
  }</span>`

/** Maximum number of accounts on the page. Users can type any other account. */
const maxOffered = 20

interface Offer {
  readonly email: string
  readonly name: string | null
  readonly verified: boolean
  readonly id: string
}

/** Lists the accounts that have already signed in with the provider, then the project's users. */
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

const accountButton = ({ email, id, name, verified }: Offer): string => {
  const known = visibleName(name)
  return `<li><form method="post">${hidden("email", email)}${hidden("id", id)}${hidden("name", name ?? "")}${
    verified ? hidden("verified", "on") : ""
  }<button>${initial(email, known ?? email)}<span class="account" translate="no">${
    known === undefined
      ? `<span>${escaped(email)}</span>`
      : `<span>${escaped(known)}</span> <span class="quiet">${escaped(email)}</span>`
  }</span></button></form></li>`
}

const form = (project: Project, { providerId }: OAuthFlow, problem: string | undefined): string => {
  const known = accountsToOffer(project, providerId)
  const provider = escaped(providerName(providerId))
  return document(
    `Sign in with ${provider}`,
    `<header>${markOf(providerId)}<h1>Sign in with ${provider}</h1>
<p class="quiet">The emulator stands in for ${provider}. Sign in to <strong>${
      escaped(project.displayName)
    }</strong> with any account.</p></header>
${
      known.length === 0
        ? ""
        : `<section><h2>Choose an account</h2>\n<ul>\n${known.map(accountButton).join("\n")}\n</ul></section>`
    }
<section>
${known.length === 0 ? "" : "<h2>Use another account</h2>\n"}<form method="post">
${problem === undefined ? "" : `<p role="alert" id="problem">${escaped(problem)}</p>`}
<label>Email address <input name="email" type="email" autocomplete="off" required${
      problem === undefined ? "" : ` aria-invalid="true" aria-describedby="problem"`
    }></label>
<label>Name <input name="name" autocomplete="off"></label>
<label class="check"><input type="checkbox" name="verified" checked> ${provider} has verified the address</label>
<button class="main">Sign in</button>
</form>
</section>
<form method="post"><button class="deny" name="deny" value="yes">Deny access</button></form>`
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
        "<header><h1>Sign-in not found</h1>\n<p class=\"quiet\">This sign-in has expired or is already completed. Start it again in the app.</p></header>"
      )
    )
  }
  if (incoming.method === "GET") return page(200, form(project, flow, undefined))
  const fields = fieldsOf(incoming.body)
  if (fields.has("deny")) return redirect(ownProvider.deny(platform, flow))
  const person = personOf(fields)
  return person === undefined
    ? page(400, form(project, flow, "Enter an email address, such as ann@example.com."))
    : redirect(ownProvider.admit(platform, flow, person))
}
