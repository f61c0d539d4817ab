/** A page that is made at build, of what the code says. */
export interface GeneratedPage {
  /** The last part of its address. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** What it stands under in the sidebar. */
  readonly group: string
  /** Markdown. */
  readonly content: string
}
