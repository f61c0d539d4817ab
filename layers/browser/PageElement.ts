/** An element of a page: `HTMLElement`, or any object in a program without the DOM library. docs/laws.md types-2. */
export type PageElement = typeof globalThis extends { readonly HTMLElement: { readonly prototype: infer Element } }
  ? Element
  : object
