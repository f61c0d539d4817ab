import "latchkey/react/screens.css"
import "./app.css"
import { SignedIn } from "latchkey/react"
import { UserButton } from "latchkey/react/screens"
import type { Metadata } from "next"
import Link from "next/link"
import type { ReactNode } from "react"
import { LatchkeyProvider } from "../latchkey"

export const metadata: Metadata = { title: "Notes" }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <LatchkeyProvider>
          <header className="bar">
            <nav>
              <Link href="/">Home</Link>
              <SignedIn>
                <Link href="/notes">Notes</Link>
              </SignedIn>
            </nav>
            <UserButton />
          </header>
          {children}
        </LatchkeyProvider>
      </body>
    </html>
  )
}
