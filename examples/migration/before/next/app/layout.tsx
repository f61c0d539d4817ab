import { StackProvider, StackTheme } from "@stackframe/stack"
import type { ReactNode } from "react"
import { stackServerApp } from "../stack/server.ts"

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <StackProvider app={stackServerApp}>
          <StackTheme>{children}</StackTheme>
        </StackProvider>
      </body>
    </html>
  )
}
