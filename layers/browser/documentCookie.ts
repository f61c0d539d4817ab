/** `document.cookie`, also where an element of the page has that name. */

/**
 * Where the accessor is. A browser gives named elements, such as `<img name="cookie">` in a user's post, in place of the
 * document's own properties.
 */
const owner = (): object => "Document" in globalThis ? Document.prototype : globalThis.document

/** Reads all cookies, and writes one. May throw where the page is sandboxed. */
export const documentCookie = {
  read: (): string => Reflect.get(owner(), "cookie", globalThis.document) as string,
  write: (cookie: string): void => void Reflect.set(owner(), "cookie", cookie, globalThis.document)
}
