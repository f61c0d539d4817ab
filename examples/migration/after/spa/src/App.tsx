import { LatchkeyProvider } from "latchkey/react"
import { LatchkeyHandler } from "latchkey/react/screens"
import "latchkey/react/screens.css"
import { Suspense } from "react"
import { BrowserRouter, Route, Routes, useLocation } from "react-router"
import { Profile } from "./Profile.tsx"
import { SignInForm } from "./SignInForm.tsx"
import { stackClientApp } from "./stack.ts"

const HandlerRoutes = () => {
  const location = useLocation()
  return <LatchkeyHandler path={location.pathname} fullPage />
}

const AppRoutes = () => (
  <Routes>
    <Route path="/handler/*" element={<HandlerRoutes />} />
    <Route path="/login" element={<SignInForm />} />
    <Route path="/" element={<Profile />} />
  </Routes>
)

export const App = () => (
  <Suspense fallback={null}>
    <BrowserRouter>
      <LatchkeyProvider client={stackClientApp}>
        <AppRoutes />
      </LatchkeyProvider>
    </BrowserRouter>
  </Suspense>
)
