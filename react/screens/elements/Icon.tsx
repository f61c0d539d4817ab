/** Icons of the screens, 24 by 24, drawn in the colour of the text. */
"use client"
import type { ReactNode } from "react"
import { type IconName, slot } from "../Slots.tsx"

const disc = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z"

const paths: { readonly [Name in IconName]: string } = {
  clock: `${disc}M12 7v5l3.5 2`,
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  info: `${disc}M12 11v5M12 7.75v.5`,
  mail: "M4.5 5.5h15a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM4 7l8 6 8-6",
  passkey:
    "M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-3.6 2.6-6 6.5-6 .9 0 1.7.1 2.4.4M17.5 10.5a3 3 0 0 0-1.2 5.75V20l1.2 1.2 1.9-1.9-1.3-1.3 1.3-1.3-.7-1.1a3 3 0 0 0-1.2-5.1z",
  success: "M5 12.5l4.75 5L19 7",
  warning: "M12 4.5 20.5 19h-17zM12 10v4M12 16.25v.5"
}

/**
 * An icon. It is decorative, and hidden from assistive technology. `struck` draws a line through the icon, with the
 * class `lk-slash` for style sheets.
 */
export const Icon = slot(
  "Icon",
  ({ name, struck = false }) => (
    <Drawn path={paths[name]}>{struck ? <path className="lk-slash" d="M4 4l16 16" /> : null}</Drawn>
  )
)

/** A path on a 24 by 24 grid. */
export const Drawn = ({ children, path }: { readonly path: string; readonly children?: ReactNode }): ReactNode => (
  <svg className="lk-mark lk-line" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
    {children}
  </svg>
)
