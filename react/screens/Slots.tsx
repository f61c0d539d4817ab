/** Replaces components of the screens with your own. */
"use client"
import { type ComponentProps, type ComponentType, createContext, type ReactNode, useContext } from "react"
import { inSpans } from "./inSpans.tsx"

/** Appearance of a button: main action of a form, ordinary, quiet, destructive, or quiet and destructive. */
export type Look = "main" | "plain" | "quiet" | "danger" | "remove"

/** Names of the icons. */
export type IconName = "clock" | "eye" | "info" | "mail" | "passkey" | "success" | "warning"

/**
 * Props of each replaceable component, the same as those of the default one. Text among the children is wrapped in
 * `<span>`: see {@link inSpans}.
 */
export interface SlotProps {
  /** The box around a screen. The account settings have their own box. */
  readonly Card: { readonly children: ReactNode }
  /** A native button. While `busy`, it still shows its label. */
  readonly Button: ComponentProps<"button"> & { readonly look: Look; readonly busy: boolean }
  /** A link that looks like a button. */
  readonly ButtonLink: ComponentProps<"a"> & { readonly look: Look }
  /** A native input. */
  readonly Input: ComponentProps<"input">
  /** A box that assistive technology announces when it appears, according to its `role`. */
  readonly Notice: ComponentProps<"div"> & { readonly look: "danger" | "good" | "plain" }
  /** Decorative: hidden from assistive technology. */
  readonly Avatar: {
    /** Determines the colour. @default the name */
    readonly id?: string | undefined
    readonly name: string
    readonly url: string | null
    readonly large?: boolean | undefined
    readonly team?: boolean | undefined
  }
  /** Decorative: hidden from assistive technology. */
  readonly Icon: { readonly name: IconName; readonly struck?: boolean | undefined }
}

/** Your components, by name of the component that each replaces. */
export type SlotComponents = { readonly [Name in keyof SlotProps]?: ComponentType<SlotProps[Name]> | undefined }

const Current = createContext<SlotComponents>({})

/** Uses your components in the screens below. Create the object once, not on each render. */
export const Slots = ({ children, components }: {
  readonly components: SlotComponents
  readonly children: ReactNode
}): ReactNode => <Current.Provider value={components}>{children}</Current.Provider>

/** Creates a replaceable component from its default implementation. */
export const slot = <Name extends keyof SlotProps>(
  name: Name,
  Default: ComponentType<SlotProps[Name]>
): ComponentType<SlotProps[Name]> =>
(props) => {
  const Piece = (useContext(Current)[name] ?? Default) as ComponentType<SlotProps[Name]>
  return <Piece {..."children" in props ? { ...props, children: inSpans(props.children) } : props} />
}
