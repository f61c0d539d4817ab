/** Name and logo above the screens. */
"use client"
import { createContext, type ReactNode, useContext, useMemo } from "react"
import { initialOf } from "../../schemas/entities/names.ts"
import { project } from "../../src/reads.ts"
import { useReadState } from "../index.ts"
import { useHydrated } from "../parts/useHydrated.ts"
import { inSpans } from "./inSpans.tsx"

interface Shown {
  /** The brand's name. Empty until the name is known. */
  readonly name: string
  readonly logo?: ReactNode | undefined
}

const Current = createContext<Shown | undefined>(undefined)

/** Props of `Brand`. */
export interface BrandProps {
  /** Your application's name. */
  readonly name: string
  /**
   * Your logo, at most 40 pixels high.
   * @default the first letter of the name
   */
  readonly logo?: ReactNode | undefined
  readonly children: ReactNode
}

/**
 * Sets the name and logo of the screens below. @default the project's name, because only administrators can read its
 * logo
 */
export const Brand = ({ children, logo, name }: BrandProps): ReactNode => (
  <Current.Provider value={useMemo(() => ({ name, logo }), [name, logo])}>{children}</Current.Provider>
)

/** Sets the project's name for the screens below, unless a `Brand` surrounds them. */
export const ProjectBrand = ({ children }: { readonly children: ReactNode }): ReactNode =>
  useContext(Current) === undefined ? <OfProject>{children}</OfProject> : children

const OfProject = ({ children }: { readonly children: ReactNode }) => {
  const state = useReadState(project)
  // The name stays empty until hydration, so that the server and the browser render the same.
  const isAlive = useHydrated()
  const name = isAlive && state._tag === "Success" ? state.value.displayName : ""
  return <Current.Provider value={useMemo(() => ({ name }), [name])}>{children}</Current.Provider>
}

/** Returns the name of the nearest `Brand`, or otherwise the given one. */
export const useBrandName = (projectName: string): string => useContext(Current)?.name || projectName

/** The logo above a title. Reserves its space until the name is known. */
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
