import { redirect } from "@tanstack/react-router"
import { getRequest } from "@tanstack/react-start/server"
import { createLatchkeyStart } from "latchkey/tanstack-start"

export const latchkey = createLatchkeyStart({ getRequest, redirect })
