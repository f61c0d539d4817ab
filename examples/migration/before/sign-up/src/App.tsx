import { HexclaveProvider, HexclaveTheme } from "@hexclave/react"
import { Suspense } from "react"
import { SignUp } from "./SignUp.tsx"
import { hexclaveApp } from "./stack.ts"

export const App = () => (
  <Suspense fallback={null}>
    <HexclaveProvider app={hexclaveApp}>
      <HexclaveTheme>
        <SignUp />
      </HexclaveTheme>
    </HexclaveProvider>
  </Suspense>
)
