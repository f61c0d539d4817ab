/** Access to `document.cookie`, even if an element of the page is named `cookie`. */

/**
 * Returns the object that has the `cookie` accessor. A named element, such as `<img name="cookie">` in a user's post,
 * hides the document's own property. If the page defines its own accessor, as consent tools do, that accessor is used.
 */
const owner = (): object =>
  typeof globalThis.document.cookie !== "string" && "Document" in globalThis ? Document.prototype : globalThis.document

/** Reads all cookies, and writes one. May throw in a sandboxed page. */
export const documentCookie = {
  read: (): string => Reflect.get(owner(), "cookie", globalThis.document) as string,
  write: (cookie: string): void => void Reflect.set(owner(), "cookie", cookie, globalThis.document)
}
