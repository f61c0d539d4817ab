/** Scrolls the sidebar, and only the sidebar, to the link of the page that is shown. */
export const showInSidebar = (): void => {
  const sidebar = document.querySelector<HTMLElement>(".VPSidebar")
  const links = [...sidebar?.querySelectorAll<HTMLElement>(".is-active > .item") ?? []]
  // groups are active too if they contain the page
  const link = links.findLast((each) => each.offsetParent !== null)
  if (sidebar === null || link === undefined) return
  const place = link.getBoundingClientRect()
  const frame = sidebar.getBoundingClientRect()
  const isShown = place.top >= frame.top + margin && place.bottom <= frame.bottom - margin
  if (!isShown) sidebar.scrollTop += place.top - frame.top - frame.height / 3
}

/** Pixels at the edges of the sidebar where a link counts as hidden: the logo covers the upper edge. */
const margin = 72
