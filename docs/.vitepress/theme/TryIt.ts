/** `<TryIt scenario="…">`: the steps and the code of an example, and a button that starts a sandbox with them. */
import { withBase } from "vitepress"
import { defineComponent, h, nextTick, onBeforeUnmount, ref } from "vue"

export const TryIt = defineComponent({
  props: { scenario: { type: String, required: true } },
  setup: ({ scenario }, { slots }) => {
    const state = ref<"idle" | "loading" | "running" | "failed">("idle")
    const card = ref<HTMLElement>()
    const place = ref<HTMLElement>()
    let stop: (() => void) | undefined

    const start = async () => {
      if (state.value === "loading") return
      state.value = "loading"
      // the button disappears
      void nextTick(() => place.value?.focus({ preventScroll: true }))
      const code = card.value?.querySelector("pre code")?.textContent ?? ""
      try {
        const { mount } = await import("./tryIt/mount.tsx")
        if (place.value === undefined) return
        stop = mount(place.value, { scenario, code, base: withBase("/") })
        state.value = "running"
      } catch {
        state.value = "failed"
      }
    }

    onBeforeUnmount(() => stop?.())

    return () =>
      h("section", { class: ["try-it", state.value], ref: card, "aria-label": "Try it live" }, [
        h("div", { class: "try-it-card" }, slots["default"]?.()),
        state.value === "idle" || state.value === "failed"
          ? h("div", { class: "try-it-start" }, [
            h("button", { type: "button", onClick: start }, "Try it live"),
            h(
              "span",
              { role: "status" },
              state.value === "failed"
                ? "The sandbox couldn't be loaded. Check your connection, then try again."
                : "Runs in this page, with the emulator. Nothing is sent."
            )
          ])
          : h("div", {
            class: "try-it-place",
            ref: place,
            tabindex: -1,
            onKeydown: (event: KeyboardEvent) => {
              // the site's shortcuts are single keys
              if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
            }
          }, state.value === "loading" ? h("p", { role: "status" }, "Starting the sandbox …") : [])
      ])
  }
})
