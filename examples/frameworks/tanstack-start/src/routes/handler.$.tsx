import { createFileRoute, useLocation } from "@tanstack/react-router"
import { LatchkeyHandler } from "latchkey/react/screens"

const Handler = () => <LatchkeyHandler path={useLocation().href} />

export const Route = createFileRoute("/handler/$")({ component: Handler })
