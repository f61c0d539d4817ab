/** The outer element of every screen: brand and loading state. */
"use client"
import type { ReactNode } from "react"
import { ProjectBrand } from "../Brand.tsx"
import { Waiting } from "./Waiting.tsx"

/** Renders a screen together with the project's name, once the name has loaded. */
export const Screen = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Waiting>
    <ProjectBrand>{children}</ProjectBrand>
  </Waiting>
)
