/** The outer element of every screen: brand and loading state. */
"use client"
import type { ReactNode } from "react"
import { ProjectBrand } from "../Brand.tsx"
import { Placed, type ScreenProps } from "./Main.tsx"
import { Waiting } from "./Waiting.tsx"

/** Renders a screen together with the project's name, once the name has loaded. */
export const Screen = ({ children, fullPage }: ScreenProps & { readonly children: ReactNode }): ReactNode => (
  <Placed fullPage={fullPage}>
    <Waiting>
      <ProjectBrand>{children}</ProjectBrand>
    </Waiting>
  </Placed>
)
