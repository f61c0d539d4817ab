/** The quick start with Next.js: the provider around all pages. */
import "latchkey/react/screens.css"
import type { ReactNode } from "react"
import { LatchkeyProvider } from "../latchkey"

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <LatchkeyProvider>{children}</LatchkeyProvider>
      </body>
    </html>
  )
}
