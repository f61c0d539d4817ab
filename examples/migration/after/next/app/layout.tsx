import "latchkey/react/screens.css"
import type { ReactNode } from "react"
import { stackServerApp } from "../stack/server.ts"

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <stackServerApp.LatchkeyProvider>
          {children}
        </stackServerApp.LatchkeyProvider>
      </body>
    </html>
  )
}
