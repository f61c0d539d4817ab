/** A menu button without markup, following the ARIA Authoring Practices. */
"use client"
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState
} from "react"

/** Props for the elements of a menu. Give its items a role `menuitem…` and `tabIndex={-1}`. */
export interface Menu {
  readonly isOpen: boolean
  /** Closes the menu and returns focus to the button. */
  readonly close: () => void
  /** Props of the element that contains the button and the menu. */
  readonly around: { readonly ref: RefObject<HTMLDivElement | null> }
  readonly button: {
    readonly ref: RefObject<HTMLButtonElement | null>
    readonly "aria-haspopup": "menu"
    readonly "aria-expanded": boolean
    readonly "aria-controls": string | undefined
    readonly onClick: () => void
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
  /** Props of the menu, which is rendered only while it is open. */
  readonly menu: {
    readonly ref: RefObject<HTMLDivElement | null>
    readonly id: string
    readonly role: "menu"
    readonly tabIndex: -1
    readonly onKeyDown: (event: KeyboardEvent) => void
    /** Edge of the button with which the menu is aligned: the edge that leaves more room for the menu. */
    readonly "data-align": "start" | "end"
    readonly "data-above": true | undefined
    /** Limits the menu to the window's width. */
    readonly style: { readonly maxInlineSize: string }
  }
}

/** The item that receives focus first. */
type InitialFocus = "first" | "last"

/** Returns the state and handlers of a menu button. */
export const useMenu = (): Menu => {
  const id = useId()
  const [initialFocus, setInitialFocus] = useState<InitialFocus>()
  const [room, setRoom] = useState<Room>({ align: "start", above: false, width: 320 })
  const around = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const isOpen = initialFocus !== undefined

  const leave = useCallback(() => setInitialFocus(undefined), [])

  const close = () => {
    leave()
    button.current?.focus()
  }

  const open = (focus: InitialFocus) => {
    if (button.current !== null) setRoom(roomAround(button.current))
    setInitialFocus(focus)
  }

  useLayoutEffect(() => {
    if (initialFocus !== undefined) itemsOf(menu.current).at(initialFocus === "first" ? 0 : -1)?.focus()
  }, [initialFocus])

  useOutsideInteraction(isOpen, around, leave)

  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
    event.preventDefault()
    open(event.key === "ArrowDown" ? "first" : "last")
  }

  const onMenuKey = (event: KeyboardEvent) => {
    if (event.key === "Tab") return leave()
    if (event.key === "Escape") {
      // Otherwise, a dialog around the menu would close too.
      event.stopPropagation()
      event.preventDefault()
      return close()
    }
    const items = itemsOf(menu.current)
    const next = nextOf(items, items.indexOf(document.activeElement as HTMLElement), event)
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }

  return {
    isOpen,
    close,
    around: { ref: around },
    button: {
      ref: button,
      "aria-haspopup": "menu",
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? id : undefined,
      onClick: () => isOpen ? close() : open("first"),
      onKeyDown: onButtonKey
    },
    menu: {
      ref: menu,
      id,
      role: "menu",
      tabIndex: -1,
      onKeyDown: onMenuKey,
      "data-align": room.align,
      "data-above": room.above || undefined,
      style: { maxInlineSize: `min(20rem, ${room.width}px)` }
    }
  }
}

/** Closes the menu when focus moves out of the menu, or after a press outside. */
const useOutsideInteraction = (isOpen: boolean, around: RefObject<HTMLElement | null>, left: () => void): void => {
  useEffect(() => {
    if (!isOpen) return
    const look = ({ target }: Event) => {
      if (target instanceof Node && around.current?.contains(target) === false) left()
    }
    document.addEventListener("pointerdown", look)
    document.addEventListener("focusin", look)
    return () => {
      document.removeEventListener("pointerdown", look)
      document.removeEventListener("focusin", look)
    }
  }, [around, isOpen, left])
}

const itemsOf = (menu: HTMLElement | null): ReadonlyArray<HTMLElement> => [
  ...menu?.querySelectorAll<HTMLElement>("[role^=\"menuitem\"]") ?? []
]

/** Returns the item that a key moves focus to. `undefined`: the key has no meaning in a menu. */
const nextOf = (items: ReadonlyArray<HTMLElement>, at: number, { altKey, ctrlKey, key, metaKey }: KeyboardEvent) => {
  switch (key) {
    case "ArrowDown":
      return items[(at + 1) % items.length]
    case "ArrowUp":
      return items.at(at <= 0 ? -1 : at - 1)
    case "Home":
      return items[0]
    case "End":
      return items.at(-1)
  }
  if (key.length !== 1 || key === " " || altKey || ctrlKey || metaKey) return undefined
  return [...items.slice(at + 1), ...items.slice(0, at + 1)]
    .find(({ textContent }) => textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}

interface Room {
  readonly align: "start" | "end"
  readonly above: boolean
  /** Pixels from the button to the edge of the window. */
  readonly width: number
}

/** Pixels between a menu and the edge of the window. */
const margin = 12

/** Returns the sides of a button on which the window has more room for a menu. */
const roomAround = (button: HTMLElement): Room => {
  const { bottom, left, right, top } = button.getBoundingClientRect()
  const isRight = left + right > innerWidth
  const isRightToLeft = getComputedStyle(button).direction === "rtl"
  return {
    align: isRight === isRightToLeft ? "start" : "end",
    above: top > innerHeight - bottom,
    width: (isRight ? right : innerWidth - left) - margin
  }
}
