/** Refreshes sessions before pages are rendered. The file is called `middleware.ts` before Next.js 16. */
import { nextProxy } from "latchkey/adapters"
import { NextResponse } from "next/server"
import { authenticator } from "./authenticator"

export const proxy = nextProxy(authenticator, NextResponse)
