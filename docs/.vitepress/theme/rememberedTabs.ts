/**
 * Tabs: all groups of a page that have the chosen tab show it, and so do the groups of other pages and later visits. A
 * group that lacks the latest choice shows an earlier one: `pnpm` and `Effect` don't exclude each other.
 */
const key = "latchkey-tabs"

/** Choices on this page, for browsers that block storage. */
let chosen: ReadonlyArray<string> | undefined

/** Maximum number of remembered choices. */
const capacity = 20

/** Returns the chosen names, the latest one first. */
const remembered = (): ReadonlyArray<string> => {
  if (chosen !== undefined) return chosen
  try {
    return (localStorage.getItem(key) ?? "").split("\n")
  } catch {
    return []
  }
}

const remember = (name: string): void => {
  chosen = [name, ...remembered().filter((each) => each !== name)].slice(0, capacity)
  try {
    localStorage.setItem(key, chosen.join("\n"))
  } catch {
    // the choice lasts until the page is closed
  }
}

const nameOf = (tab: HTMLInputElement): string => tab.labels?.[0]?.textContent.trim() ?? ""

/** Shows the latest chosen tab in every group that has one. */
export const showRememberedTabs = (): void => {
  const names = remembered()
  for (const group of document.querySelectorAll(".vp-code-group")) {
    const tabs = [...group.querySelectorAll<HTMLInputElement>(".tabs input")]
    const name = names.find((name) => tabs.some((tab) => nameOf(tab) === name))
    const at = tabs.findIndex((tab) => nameOf(tab) === name)
    if (at === -1) continue
    tabs[at]!.checked = true
    for (const [index, block] of [...group.querySelector(".blocks")?.children ?? []].entries()) {
      block.classList.toggle("active", index === at)
    }
  }
}

/** Remembers a tab whenever the reader chooses one. */
export const rememberTabs = (): void => {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.closest(".vp-code-group") === null) return
    remember(nameOf(target))
    const { top } = target.getBoundingClientRect()
    showRememberedTabs()
    // groups above may change their height
    scrollBy({ top: target.getBoundingClientRect().top - top, behavior: "instant" })
  })
}
