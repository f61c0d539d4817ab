/** App objects with the names of the platform's public docs, limited to those that `examples/migration/before` uses. */
import { found, type Options, Requests, result, type Tokens } from "./requests.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- an entity of the wire
type Entity = any

const teamOf = (team: Entity) => ({ id: team.id as string, displayName: team.display_name as string })

const fieldsOf = (user: Entity) => ({
  id: user.id as string,
  displayName: user.display_name as string | null,
  primaryEmail: user.primary_email as string | null,
  clientMetadata: user.client_metadata as unknown
})

const wireOf = (changes: object) =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value
    ])
  )

export class StackClientApp {
  readonly requests: Requests
  tokens: Tokens = { accessToken: null, refreshToken: null }
  navigate: (to: string) => unknown = () => {}
  /** Number of changes of the session or the user, and the listeners to call after the next change. */
  version = 0
  readonly listeners = new Set<() => void>()

  constructor(options: Options = {}) {
    this.requests = new Requests(options)
    const store = options.tokenStore as Tokens | string | undefined
    if (typeof store === "object") this.tokens = { ...store, accessToken: store.accessToken || null }
  }

  get urls() {
    return {
      signIn: "/handler/sign-in",
      forgotPassword: "/handler/forgot-password",
      home: "/",
      afterSignIn: "/",
      ...this.requests.options.urls
    }
  }

  changed() {
    this.version++
    for (const listener of this.listeners) listener()
  }

  async send(method: string, path: string, body?: unknown): Promise<Entity> {
    const { accessToken, refreshToken } = this.tokens
    if (accessToken === null && refreshToken !== null) {
      this.tokens = { refreshToken, accessToken: await this.requests.refreshed(refreshToken) }
    }
    return this.requests.send(method, path, body, this.tokens)
  }

  go(to: string) {
    if (this.requests.options.redirectMethod !== "none") this.navigate(to)
  }

  async getUser({ or }: { readonly or?: "redirect" | "throw" } = {}): Promise<ReturnType<typeof userOf> | null> {
    const user = this.tokens.refreshToken === null ? undefined : await found(this.send("GET", "/users/me"))
    if (user === undefined && or === "redirect") this.go(this.urls.signIn)
    if (user === undefined && or === "throw") throw new Error("The user is not signed in.")
    return user === undefined ? null : userOf(this, user)
  }

  async #adopt(path: string, body: object, noRedirect = false) {
    const given = await this.requests.send("POST", path, body)
    this.tokens = { accessToken: given.access_token, refreshToken: given.refresh_token }
    this.changed()
    if (!noRedirect) this.go(this.urls.afterSignIn)
  }

  signInWithCredential({ noRedirect, ...given }: { email: string; password: string; noRedirect?: boolean }) {
    return result(this.#adopt("/auth/password/sign-in", given, noRedirect))
  }

  signUpWithCredential({ noRedirect, ...given }: { email: string; password: string; noRedirect?: boolean }) {
    return result(
      this.#adopt(
        "/auth/password/sign-up",
        { ...given, verification_callback_url: callback("email-verification") },
        noRedirect
      )
    )
  }

  sendForgotPasswordEmail(email: string) {
    return result(
      this.requests.send("POST", "/auth/password/send-reset-code", { email, callback_url: callback("password-reset") })
    )
  }

  sendMagicLinkEmail(email: string) {
    return result(
      this.requests.send("POST", "/auth/otp/send-sign-in-code", {
        email,
        callback_url: callback("magic-link-callback")
      })
    )
  }

  promptCliLogin({ appUrl, promptLink }: { readonly appUrl: string; readonly promptLink: (url: string) => void }) {
    return result((async (): Promise<string> => {
      const { login_code, polling_code } = await this.requests.send("POST", "/auth/cli", { expires_in_millis: 600_000 })
      promptLink(`${appUrl}/handler/cli-auth-confirm?login_code=${login_code}`)
      for (;;) {
        const { refresh_token, status } = await this.requests.send("POST", "/auth/cli/poll", { polling_code })
        if (status === "success") return refresh_token
      }
    })())
  }
}

const callback = (page: string) => `${globalThis.location?.origin ?? ""}/handler/${page}`

const userOf = (app: StackClientApp, user: Entity) => {
  const update = async (changes: object) => {
    await app.send("PATCH", "/users/me", wireOf(changes))
    app.changed()
  }
  return {
    ...fieldsOf(user),
    update,
    setDisplayName: (displayName: string) => update({ displayName }),
    setClientMetadata: (clientMetadata: unknown) => update({ clientMetadata }),
    setSelectedTeam: ({ id }: { readonly id: string }) => update({ selectedTeamId: id }),
    getAuthJson: async () => app.tokens,
    listTeams: async () => (await app.send("GET", "/teams?user_id=me")).items.map(teamOf),
    createTeam: async (team: object) => {
      const created = teamOf(await app.send("POST", "/teams", { ...wireOf(team), creator_user_id: "me" }))
      await update({ selectedTeamId: created.id })
      return created
    },
    signOut: async () => {
      await app.send("DELETE", "/auth/sessions/current")
      app.tokens = { accessToken: null, refreshToken: null }
      app.changed()
      app.go(app.urls.home)
    }
  }
}

export class StackServerApp {
  readonly requests: Requests
  constructor(options: Options) {
    this.requests = new Requests(options)
  }

  #userOf(user: Entity) {
    const path = `/users/${user.id}`
    return {
      ...fieldsOf(user),
      update: (changes: object) => this.requests.send("PATCH", path, wireOf(changes)),
      delete: () => this.requests.send("DELETE", path)
    }
  }

  async getUser(which: string | { readonly tokenStore: Tokens }) {
    if (typeof which !== "string" && which.tokenStore.accessToken == null) return null
    const user = await found(
      typeof which === "string"
        ? this.requests.send("GET", `/users/${which}`)
        : this.requests.send("GET", "/users/me", undefined, { ...which.tokenStore, refreshToken: null })
    )
    return user === undefined ? null : this.#userOf(user)
  }

  async createUser(user: object) {
    return this.#userOf(await this.requests.send("POST", "/users", wireOf(user)))
  }

  async listUsers({ limit }: { readonly limit?: number } = {}) {
    const { items } = await this.requests.send("GET", `/users${limit === undefined ? "" : `?limit=${limit}`}`)
    return items.map((user: Entity) => this.#userOf(user))
  }

  async listTeams() {
    return (await this.requests.send("GET", "/teams")).items.map(teamOf)
  }

  async createTeam(team: object) {
    const created = teamOf(await this.requests.send("POST", "/teams", wireOf(team)))
    const path = `/team-memberships/${created.id}`
    return { ...created, addUser: (id: string) => this.requests.send("POST", `${path}/${id}`) }
  }
}

export { StackClientApp as HexclaveClientApp, StackServerApp as HexclaveServerApp }
