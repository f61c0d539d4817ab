import { StackHandler, StackProvider, StackTheme } from "@stackframe/react"
import { Suspense } from "react"
import { BrowserRouter, Route, Routes, useLocation } from "react-router"
import { Profile } from "./Profile.tsx"
import { SignInForm } from "./SignInForm.tsx"
import { stackClientApp } from "./stack.ts"

const HandlerRoutes = () => {
  const location = useLocation()
  return <StackHandler app={stackClientApp} location={location.pathname} fullPage />
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
      <StackProvider app={stackClientApp}>
        <StackTheme>
          <AppRoutes />
        </StackTheme>
      </StackProvider>
    </BrowserRouter>
  </Suspense>
)
