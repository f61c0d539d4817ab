import { LatchkeyProvider } from "latchkey/react"
import "latchkey/react/screens.css"
import { Suspense } from "react"
import { SignUp } from "./SignUp.tsx"
import { hexclaveApp } from "./stack.ts"

export const App = () => (
  <Suspense fallback={null}>
    <LatchkeyProvider client={hexclaveApp}>
      <SignUp />
    </LatchkeyProvider>
  </Suspense>
)
