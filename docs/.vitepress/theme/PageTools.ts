/** Above each page: a button that copies the page as Markdown, and a link to it, for readers with a coding agent. */
import { useData, withBase } from "vitepress"
import { defineComponent, h, ref, watch } from "vue"

/** Address of the Markdown twin of a page, such as `/latchkey/guides/oauth.md`. */
const twinOf = (page: string): string => withBase(`/${page}`)

export const PageTools = defineComponent({
  setup: () => {
    const { page } = useData()
    const outcome = ref<"" | "copied" | "failed">("")
    watch(() => page.value.relativePath, () => {
      outcome.value = ""
    })

    /** Browsers allow the copy only while the click counts, so the text may arrive later. */
    const copy = async () => {
      const text = fetch(twinOf(page.value.relativePath)).then(async (response) => {
        if (!response.ok) throw new Error(`The page responds with ${response.status}.`)
        return response.text()
      })
      try {
        if (typeof ClipboardItem === "undefined") await navigator.clipboard.writeText(await text)
        else {
          const blob = text.then((text) => new Blob([text], { type: "text/plain" }))
          await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })])
        }
        outcome.value = "copied"
      } catch {
        outcome.value = "failed"
      }
    }

    return () =>
      page.value.isNotFound ? null : h("nav", { class: "page-tools", "aria-label": "This page as Markdown" }, [
        h("button", { type: "button", onClick: () => void copy() }, "Copy page as Markdown"),
        h("a", { href: twinOf(page.value.relativePath) }, "View as Markdown"),
        h("a", { href: withBase("/llms.txt") }, "llms.txt"),
        h(
          "span",
          { role: "status" },
          outcome.value === "copied"
            ? "Copied."
            : outcome.value === "failed"
            ? "The page couldn't be copied. Open it with View as Markdown."
            : ""
        )
      ])
  }
})
