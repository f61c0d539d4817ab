/** Whose screens these are: a logo, or the first letter of a name. */
"use client"
import { createContext, type ReactNode, useContext, useMemo } from "react"
import { initialOf } from "../../schemas/entities/names.ts"
import { project } from "../../src/reads.ts"
import { useReadState } from "../index.ts"
import { useHydrated } from "../parts/useHydrated.ts"
import { inSpans } from "./inSpans.tsx"

interface Shown {
  /** Empty while it is not known. */
  readonly name: string
  readonly logo?: ReactNode
}

const Current = createContext<Shown | undefined>(undefined)

/** What `Brand` takes. */
export interface BrandProps {
  /** What people know your application by. */
  readonly name: string
  /** At most 40 pixels high. @default the first letter of the name */
  readonly logo?: ReactNode
  readonly children: ReactNode
}

/** Screens below show this name and logo. @default the project's name, whose logo only administrators can read */
export const Brand = ({ children, logo, name }: BrandProps): ReactNode => (
  <Current.Provider value={useMemo(() => ({ name, logo }), [name, logo])}>{children}</Current.Provider>
)

/** Screens below show the project's name, where no `Brand` around them says otherwise. */
export const ProjectBrand = ({ children }: { readonly children: ReactNode }): ReactNode =>
  useContext(Current) === undefined ? <OfProject>{children}</OfProject> : children

const OfProject = ({ children }: { readonly children: ReactNode }) => {
  const state = useReadState(project)
  // a server renders its room, whenever it comes to know the name, and so does the browser that takes over
  const isAlive = useHydrated()
  const name = isAlive && state._tag === "Success" ? state.value.displayName : ""
  return <Current.Provider value={useMemo(() => ({ name }), [name])}>{children}</Current.Provider>
}

/** The name that screens call the application by: the given one, unless a `Brand` around says otherwise. */
export const useBrandName = (projectName: string): string => useContext(Current)?.name || projectName

/** The logo above a title, or its room until it is known. */
export const BrandMark = (): ReactNode => {
  const brand = useContext(Current)
  if (brand === undefined) return null
  const initial = initialOf(brand.name)
  return (
    <div className="lk-brand">
      {inSpans(brand.logo) ??
        (initial === undefined ? null : <span aria-hidden="true" translate="no">{initial}</span>)}
    </div>
  )
}
