/** State and handlers of a form. */
"use client"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type RefCallback, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react"
import { bindToUser } from "../../../layers/access/index.ts"
import { honourRetryAfter, RetryPolicy } from "../../../layers/call/index.ts"
import type { ReadCache } from "../../../layers/reads/index.ts"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { KnownError } from "../../../schemas/KnownError.ts"
import { type ClientServices, useRunEffect } from "../../index.ts"
import { useHydrated } from "../useHydrated.ts"
import { InputProblem } from "./InputProblem.ts"
import { problemOf } from "./problemOf.ts"
import { useUserId } from "./useUserId.ts"

/** The values of a form, by field. */
export type FormValues = { readonly [field: string]: string | boolean }

/** An error of a form: from the flow, or from the checks before the flow runs. */
export type Problem<E> = E | InvalidConfiguration | InputProblem

/** Options for `useForm`. */
export interface FormOptions<V extends FormValues, A, E> {
  readonly initial: V
  /** Returns the problem with each invalid field. Called on submit, before anything is sent. */
  readonly check?: ((values: V) => { readonly [K in keyof V]?: InputProblem | undefined }) | undefined
  readonly submit: (values: V) => Effect.Effect<A, E, ClientServices | ReadCache>
  /** Called with the result and the submitted values. */
  readonly onSuccess?: ((result: A, values: V) => void) | undefined
  /** Called with the flow's error. Return `true` to keep it from being shown. */
  readonly onFailure?: ((error: E | InvalidConfiguration, values: V) => boolean) | undefined
  /** Maps names of fields in errors to names of form fields, if they differ: `{ newPassword: "password" }`. */
  readonly fields?: { readonly [errorField: string]: keyof V & string } | undefined
}

/** Props for the `<form>` element: `<form {...form.props}>`. */
export interface FormProps {
  /** Keeps fields out of the URL if the browser submits the form before scripts have loaded. */
  readonly method: "post"
  /** Disables the browser's own messages; show {@link Form.problems} instead. */
  readonly noValidate: true
  readonly onSubmit: (event: { readonly preventDefault: () => void }) => void
  /** Reads what was typed before hydration, from fields whose `name` is the value's key. */
  readonly ref: RefCallback<HTMLFormElement>
}

/** State and handlers of one form. */
export interface Form<V extends FormValues, E = unknown> {
  readonly values: V
  /** Sets a value, and clears the problem of the field and the problem of the form. */
  readonly set: <K extends keyof V>(field: K, value: V[K]) => void
  /** Problems by field. Each problem stays until its field changes. */
  readonly problems: { readonly [K in keyof V]?: Problem<E> | undefined }
  /** A problem that belongs to no field. */
  readonly problem: Problem<E> | undefined
  readonly pending: boolean
  /** Whether the last submission succeeded and nothing has changed since. */
  readonly done: boolean
  /** Whether the values differ from the initial or last submitted ones. */
  readonly isChanged: boolean
  /**
   * Whether the page is hydrated. Until then, disable the submit button with `<button disabled={!form.ready}>`, because
   * the browser would submit the form without your handler.
   */
  readonly ready: boolean
  readonly props: FormProps
  /** Number of failed submissions. Move focus to the problem when it increases. */
  readonly failures: number
  /** Submits the form, unless a submission is pending. */
  readonly submit: () => void
  /** Resets the form. A pending submission continues, but its result is ignored. */
  readonly reset: () => void
}

interface Fault<V extends FormValues, E> {
  readonly problems: { readonly [K in keyof V]?: Problem<E> | undefined }
  readonly problem: Problem<E> | undefined
}

const noFault = { problems: {}, problem: undefined }

const idle = { pending: false, done: false, failures: 0 }

/**
 * Returns the state and handlers of one form. When another user signs in, the form resets and pending input is
 * discarded.
 */
export const useForm = <V extends FormValues, A, E>(options: FormOptions<V, A, E>): Form<V, E> => {
  const runEffect = useRunEffect()
  const [values, setValues] = useState(options.initial)
  const [saved, setSaved] = useState(options.initial)
  const [fault, setFault] = useState<Fault<V, E>>(noFault)
  const [progress, setProgress] = useState(idle)
  useChangeOfUser(!progress.pending, () => {
    setValues(options.initial)
    setSaved(options.initial)
    setFault(noFault)
    setProgress(idle)
  })
  const running = useRef<object>(undefined)
  const latest = useRef({ options, values })
  useLayoutEffect(() => {
    latest.current = { options, values }
  })

  const fail = useCallback((next: Fault<V, E>) => {
    setFault(next)
    setProgress(({ failures }) => ({ pending: false, done: false, failures: failures + 1 }))
  }, [])

  const submit = useCallback(async () => {
    const { options, values } = latest.current
    if (running.current !== undefined) return
    const wrong = Object.entries(options.check?.(values) ?? {}).filter(([, problem]) => problem !== undefined)
    if (wrong.length > 0) return fail({ problems: Object.fromEntries(wrong) as never, problem: undefined })
    const mine = running.current = {}
    setFault(noFault)
    setProgress(({ failures }) => ({ pending: true, done: false, failures }))
    const exit = await runEffect(withShortWaits(bindToUser(Effect.suspend(() => options.submit(values)))))
    if (running.current !== mine) return
    running.current = undefined
    setProgress(({ failures }) => ({ pending: false, done: Exit.isSuccess(exit), failures }))
    if (Exit.isSuccess(exit)) {
      setSaved(values)
      return options.onSuccess?.(exit.value, values)
    }
    const error = problemOf(exit.cause)
    // A run without an error was interrupted, because the component unmounted or the page navigated away.
    if (error === undefined || options.onFailure?.(error, values) === true) return
    fail(faultOf(error, options))
  }, [runEffect, fail])

  const set: Form<V, E>["set"] = useCallback((field, value) => {
    setValues((before) => ({ ...before, [field]: value }))
    setFault(({ problems }) => ({ problems: { ...problems, [field]: undefined }, problem: undefined }))
    setProgress((before) => before.done ? { ...before, done: false } : before)
  }, [])

  const ref = useCallback((element: HTMLFormElement | null) => {
    if (element !== null) eachTyped(element, latest.current.values, (field, typed) => set(field, typed as V[string]))
  }, [set])

  const onSubmit: FormProps["onSubmit"] = useCallback((event) => {
    event.preventDefault()
    void submit()
  }, [submit])

  return {
    values,
    set,
    ...fault,
    ...progress,
    isChanged: Object.entries(values).some(([field, value]) => value !== saved[field]),
    ready: useHydrated(),
    props: useMemo(() => ({ method: "post", noValidate: true, onSubmit, ref }), [onSubmit, ref]),
    submit: useCallback(() => void submit(), [submit]),
    reset: useCallback(() => {
      running.current = undefined
      setValues(latest.current.options.initial)
      setFault(noFault)
      setProgress(idle)
    }, [])
  }
}

/** Once `isReady`, calls back while rendering if the user has changed since the form was created. */
const useChangeOfUser = (isReady: boolean, changed: () => void): void => {
  const user = useUserId()
  const [owner, setOwner] = useState(user)
  if (user === undefined || user === owner || !isReady) return
  setOwner(user)
  if (owner !== undefined) changed()
}

const faultOf = <V extends FormValues, A, E>(error: Problem<E>, options: FormOptions<V, A, E>): Fault<V, E> => {
  const field = fieldOf(error, options)
  return field === undefined
    ? { problems: {}, problem: error }
    : { problems: { [field]: error } as never, problem: undefined }
}

/** Calls back with each field that was filled before the form had its handlers. */
const eachTyped = (
  element: HTMLFormElement,
  values: FormValues,
  found: (field: string, typed: string | boolean) => void
): void => {
  // A field with the name `elements` would shadow `form.elements`.
  const elements: HTMLFormControlsCollection = Reflect.get(HTMLFormElement.prototype, "elements", element)
  for (const [field, value] of Object.entries(values)) {
    const typed = typedIn(elements.namedItem(field), value)
    if (typed !== undefined && typed !== value) found(field, typed)
  }
}

/** Returns a field's content, converted to the type of the form's value. */
const typedIn = (field: Element | RadioNodeList | null, value: string | boolean): string | boolean | undefined => {
  if (typeof value === "boolean") return field instanceof HTMLInputElement ? field.checked : undefined
  return field !== null && "value" in field && typeof field.value === "string" ? field.value : undefined
}

/** Fails instead of waiting longer than 5 seconds for a rate limit, because the user is looking at the form. */
const withShortWaits = Effect.updateService(RetryPolicy, (policy) => ({
  ...policy,
  schedule: honourRetryAfter({ longest: "5 seconds" })(policy.schedule)
}))

/** Returns the form's field that an error belongs to. */
const fieldOf = <V extends FormValues>(
  error: unknown,
  { fields, initial }: Pick<FormOptions<V, never, never>, "initial" | "fields">
): (keyof V & string) | undefined => {
  const named = error instanceof InputProblem || error instanceof KnownError ? error.field : undefined
  if (named === undefined) return undefined
  const field = fields?.[named] ?? named
  return Object.hasOwn(initial, field) ? field : undefined
}
