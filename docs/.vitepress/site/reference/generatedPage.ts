/** A page generated from the code when the site is built. */
export interface GeneratedPage {
  /** Last part of the address. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** Heading of the page's group in the sidebar. */
  readonly group: string
  /** Markdown. */
  readonly content: string
}
