/** What React 19 has and React 18 has not. */
"use client"
import * as React from "react"

/** Whether this is React 19 or later: `use` is there, and titles go into the document's head. */
export const isReact19 = "use" in React

/** A promise as React marks it once it was waited for. */
interface Tracked<A> extends Promise<A> {
  status?: "pending" | "fulfilled" | "rejected"
  value?: A
  reason?: unknown
}

/** What `use` does, by what React 18 knows: it waits for a promise that is thrown, and renders anew. */
const suspend = <A>(promise: Tracked<A>): A => {
  if (promise.status === "fulfilled") return promise.value as A
  if (promise.status === "rejected") throw promise.reason
  if (promise.status === undefined) {
    promise.status = "pending"
    promise.then(
      (value) => void Object.assign(promise, { status: "fulfilled", value }),
      (reason: unknown) => void Object.assign(promise, { status: "rejected", reason })
    )
  }
  throw promise
}

/** The value of a promise, which is waited for by the nearest `Suspense`. */
export const usePromise: <A>(promise: Promise<A>) => A = "use" in React ? React.use : suspend
