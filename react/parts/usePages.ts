/** Where pages are. */
"use client"
import { Urls } from "../../layers/browser/index.ts"
import { read, useRead } from "../index.ts"

/** Where the program has its pages. */
export const pages = read("pages", Urls, { of: "everyone" })

/** Where the program has its pages. Known at once, on servers too. */
export const usePages = (): Urls => useRead(pages)
