/** The URLs of pages. */
"use client"
import { Urls } from "../../layers/browser/index.ts"
import { read, useRead } from "../index.ts"

/** Cached read of the pages' URLs. */
export const pages = read("pages", Urls, { of: "everyone" })

/** Returns the URLs of pages, synchronously and on servers too. */
export const usePages = (): Urls => useRead(pages)
