/**
 * `<TryIt scenario="…">`: the steps and the code of an example, and a button that starts a sandbox with them. With `hero`,
 * the sandbox starts by itself when the page is idle, and a picture stands in for it until then.
 */
import { withBase } from "vitepress"
import { defineComponent, h, nextTick, onBeforeUnmount, onMounted, ref } from "vue"
import { frameSize } from "./tryIt/loadedFrame.ts"

/** Browsers of readers who asked for less data. */
interface SavesData {
  readonly connection?: { readonly saveData?: boolean }
}

/** Calls a function when the page has loaded and the browser has nothing else to do. Returns a function that cancels it. */
const whenIdle = (call: () => void): () => void => {
  let cancel = () => {}
  const wait = () => {
    if (typeof requestIdleCallback === "undefined") {
      const timer = setTimeout(call, 200)
      cancel = () => clearTimeout(timer)
    } else {
      const handle = requestIdleCallback(call)
      cancel = () => cancelIdleCallback(handle)
    }
  }
  if (document.readyState === "complete") wait()
  else {
    addEventListener("load", wait, { once: true })
    cancel = () => removeEventListener("load", wait)
  }
  return () => cancel()
}

/** The sandbox of the front page before it starts, with the size of the running one. */
const poster = () => {
  const picture = (scheme: string, suffix: string) =>
    h("img", { class: `in-${scheme}`, src: withBase(`/screens/poster${suffix}.webp`), alt: "" })
  return h("div", { class: "try-it-poster", "aria-hidden": "true" }, [
    h("div", [picture("light", ""), picture("dark", "-dark")]),
    h("div"),
    h("div")
  ])
}

export const TryIt = defineComponent({
  props: { scenario: { type: String, required: true }, hero: { type: Boolean } },
  setup: ({ hero, scenario }, { slots }) => {
    const state = ref<"idle" | "loading" | "running" | "failed">("idle")
    const card = ref<HTMLElement>()
    const place = ref<HTMLElement>()
    const size = ref("")
    /** Whether the sandbox waits for the reader. */
    const isOffered = ref(!hero)
    let stop: (() => void) | undefined

    const start = async (takesFocus: boolean) => {
      if (state.value === "loading" || state.value === "running") return
      state.value = "loading"
      // the button disappears
      if (takesFocus) void nextTick(() => place.value?.focus({ preventScroll: true }))
      const code = card.value?.querySelector("pre code")?.textContent ?? ""
      try {
        const { mount } = await import("./tryIt/mount.tsx")
        if (place.value === undefined) return
        stop = mount(place.value, { scenario, code, base: withBase("/"), isHero: hero })
        state.value = "running"
      } catch {
        state.value = "failed"
      }
    }

    let cancel = () => {}
    onMounted(() => {
      // the development server doesn't know the size
      if (!frameSize.startsWith("__")) size.value = ` Loads ${frameSize}.`
      if (!hero) return
      isOffered.value = (navigator as SavesData).connection?.saveData === true
      if (!isOffered.value) cancel = whenIdle(() => void start(false))
    })
    onBeforeUnmount(() => {
      cancel()
      stop?.()
    })

    const offer = () =>
      h("div", { class: "try-it-start" }, [
        h("button", { type: "button", onClick: () => void start(true) }, "Try it live"),
        h(
          "span",
          { role: "status" },
          state.value === "failed"
            ? "The sandbox couldn't be loaded. Check your connection, then try again."
            : `Runs in this page, with the emulator. Nothing is sent.${size.value}`
        )
      ])

    const running = () =>
      h("div", {
        class: "try-it-place",
        ref: place,
        tabindex: -1,
        onKeydown: (event: KeyboardEvent) => {
          // the site's shortcuts are single keys
          if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
        }
      }, state.value !== "loading" ? [] : hero ? [poster()] : [h("p", { role: "status" }, "Starting the sandbox …")])

    return () => {
      const waits = state.value === "idle" || state.value === "failed"
      const shown = waits
        ? [...hero ? [poster()] : [], ...isOffered.value || state.value === "failed" ? [offer()] : []]
        : [running()]
      return h("section", { class: ["try-it", state.value, { hero }], ref: card, "aria-label": "Try it live" }, [
        // the headings of the sandbox are below one of the page
        hero ? h("h2", { class: "visually-hidden" }, "Try it live") : null,
        h("div", { class: "try-it-card" }, slots["default"]?.()),
        ...shown
      ])
    }
  }
})
