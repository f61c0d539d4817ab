/** Pieces of yours in the place of the screens' own. */
"use client"
import { type ComponentProps, type ComponentType, createContext, type ReactNode, useContext } from "react"
import { inSpans } from "./inSpans.tsx"

/** How a button looks: the one main action of a form, an ordinary one, a quiet one, one that destroys, and a quiet one that takes away. */
export type Look = "main" | "plain" | "quiet" | "danger" | "remove"

/** What there is a sign for. */
export type IconName = "clock" | "eye" | "info" | "mail" | "passkey" | "success" | "warning"

/** Props of each piece. The default pieces take the same. Text among the children comes in `<span>`s: see {@link inSpans}. */
export interface SlotProps {
  /** The box that a screen stands in. The account settings have their own. */
  readonly Card: { readonly children: ReactNode }
  /** A native button. While it is `busy` it keeps its label. */
  readonly Button: ComponentProps<"button"> & { readonly look: Look; readonly busy: boolean }
  /** A link that looks like a button. */
  readonly ButtonLink: ComponentProps<"a"> & { readonly look: Look }
  /** A native input. */
  readonly Input: ComponentProps<"input">
  /** A box that assistive technology reads out when it appears, by its `role`. */
  readonly Notice: ComponentProps<"div"> & { readonly look: "danger" | "good" | "plain" }
  /** Decoration. */
  readonly Avatar: {
    /** @default the name */
    readonly id?: string | undefined
    readonly name: string
    readonly url: string | null
    readonly large?: boolean
    readonly team?: boolean
  }
  /** Decoration. */
  readonly Icon: { readonly name: IconName; readonly struck?: boolean | undefined }
}

/** A component of yours for each piece that is to be another. */
export type SlotComponents = { readonly [Name in keyof SlotProps]?: ComponentType<SlotProps[Name]> }

const Current = createContext<SlotComponents>({})

/** Screens below are made with these components, which get what ours get. Make the object once, not in each render. */
export const Slots = ({ children, components }: {
  readonly components: SlotComponents
  readonly children: ReactNode
}): ReactNode => <Current.Provider value={components}>{children}</Current.Provider>

/** A piece that can be replaced, and ours. */
export const slot = <Name extends keyof SlotProps>(
  name: Name,
  Ours: ComponentType<SlotProps[Name]>
): ComponentType<SlotProps[Name]> =>
(props) => {
  const Piece = (useContext(Current)[name] ?? Ours) as ComponentType<SlotProps[Name]>
  return <Piece {..."children" in props ? { ...props, children: inSpans(props.children) } : props} />
}
