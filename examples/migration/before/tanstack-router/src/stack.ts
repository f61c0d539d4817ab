import { useNavigate } from "@tanstack/react-router"

import { StackClientApp } from "@stackframe/react"

export const stackClientApp = new StackClientApp({
  projectId: import.meta.env.VITE_STACK_PROJECT_ID,
  publishableClientKey: import.meta.env.VITE_STACK_PUBLISHABLE_CLIENT_KEY,
  tokenStore: "cookie",
  redirectMethod: {
    useNavigate: () => {
      const navigate = useNavigate()
      return (to: string) => void navigate({ to })
    }
  }
})
