/** The client of a Next.js app's browser code. */
"use client"
import { createClient } from "latchkey/promise"
import { PageProvider, type PageProviderProps } from "latchkey/react"

export const client = createClient()

export const Provider = (props: PageProviderProps) => <PageProvider {...props} client={client} />
