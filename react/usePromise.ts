/** Features of React 19, with replacements for React 18. */
"use client"
import * as React from "react"

/** Whether this is React 19 or later, which has `use`, and which moves titles into the document's head. */
export const isReact19 = "use" in React

/** A promise with the status fields that React adds. */
interface Tracked<A> extends Promise<A> {
  status?: "pending" | "fulfilled" | "rejected"
  value?: A
  reason?: unknown
}

/** Replacement for `use` in React 18: throws a pending promise to suspend. */
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

/** Returns the value of a promise; suspends until it settles. */
export const usePromise: <A>(promise: Promise<A>) => A = "use" in React ? React.use : suspend
