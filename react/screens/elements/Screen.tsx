/** What every screen starts with: whose it is, and what is there until it can be shown. */
"use client"
import type { ReactNode } from "react"
import { ProjectBrand } from "../Brand.tsx"
import { Waiting } from "./Waiting.tsx"

/** The screen, under the project's name, once what it needs is there. */
export const Screen = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Waiting>
    <ProjectBrand>{children}</ProjectBrand>
  </Waiting>
)
