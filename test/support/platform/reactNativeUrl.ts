/**
 * A `URL` like React Native's. It is based on regular expressions, has no `canParse`, and its parts are read-only. Its
 * constructor accepts almost any text, doesn't normalize it, and appends a path to the base instead of resolving it.
 */
export class ReactNativeUrl {
  readonly href: string

  constructor(text: string, base?: string | { readonly href: string }) {
    const isWhole = /^(?:https?:)?\/\/[^\s/?#]+(?::\d{2,5})?(?:[/?#]\S*)?$/.test(text)
    if (base === undefined || isWhole) {
      this.href = /^[^?#]*:\/\/[^/?#]+$/.test(text) ? `${text}/` : text
    } else {
      const start = (typeof base === "string" ? base : base.href).replace(/\/$/, "")
      this.href = start + (text.startsWith("/") ? text : `/${text}`)
    }
  }

  #part(pattern: RegExp): string {
    return pattern.exec(this.href)?.[1] ?? ""
  }

  get hash() {
    return this.#part(/(#.*)$/)
  }
  get host() {
    return this.#part(/^https?:\/\/(?:[^@]+@)?([^/?#]+)/)
  }
  get hostname() {
    return this.#part(/^https?:\/\/(?:[^@]+@)?([^:/?#]+)/)
  }
  get origin() {
    return this.#part(/^(https?:\/\/[^/]+)/)
  }
  get password() {
    return this.#part(/https?:\/\/.*:(.*)@/)
  }
  get pathname() {
    return this.#part(/https?:\/\/[^/]+(\/[^?#]*)?/) || "/"
  }
  get port() {
    return this.#part(/:(\d+)(?=[/?#]|$)/)
  }
  get protocol() {
    return this.#part(/^([a-zA-Z][a-zA-Z\d+\-.]*:)/)
  }
  get search() {
    return this.#part(/(\?[^#]*)/)
  }
  get searchParams() {
    return new URLSearchParams(this.search)
  }
  get username() {
    return this.#part(/^https?:\/\/([^:@]+)(?::[^@]*)?@/)
  }
  toString() {
    return this.href
  }
}

/** The `URL` of React Native before 0.80, in which most parts throw. */
export class OlderReactNativeUrl extends ReactNativeUrl {
  override get protocol(): string {
    throw new Error("URL.protocol is not implemented")
  }
}
