/** Returns the anchor of a heading, as GitHub generates it. */
export const anchorOf = (heading: string): string =>
  heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-")
