/** Tabs of package managers: all groups of a page show the reader's choice, which is remembered for other pages. */
import { packageManagers } from "../site/packageManagers.ts"

const key = "latchkey-package-manager"

/** Latest choice on this page, for browsers that block storage. */
let chosen: string | undefined

const remembered = (): string | undefined => {
  if (chosen !== undefined) return chosen
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

const remember = (name: string): void => {
  chosen = name
  try {
    localStorage.setItem(key, name)
  } catch {
    // the choice lasts until the page is closed
  }
}

const nameOf = (tab: HTMLInputElement): string => tab.labels?.[0]?.textContent.trim() ?? ""

/** Shows the remembered package manager in every group of tabs that has it. */
export const showPackageManager = (): void => {
  const name = remembered()
  for (const group of document.querySelectorAll(".vp-code-group")) {
    const tabs = [...group.querySelectorAll<HTMLInputElement>(".tabs input")]
    const at = tabs.findIndex((tab) => nameOf(tab) === name)
    if (at === -1) continue
    tabs[at]!.checked = true
    for (const [index, block] of [...group.querySelector(".blocks")?.children ?? []].entries()) {
      block.classList.toggle("active", index === at)
    }
  }
}

/** Remembers the package manager whenever the reader chooses a tab. */
export const followPackageManager = (): void => {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.closest(".vp-code-group") === null) return
    const name = nameOf(target)
    if (!packageManagers.some((manager) => manager === name)) return
    remember(name)
    const { top } = target.getBoundingClientRect()
    showPackageManager()
    // groups above may change their height
    scrollBy({ top: target.getBoundingClientRect().top - top, behavior: "instant" })
  })
}
