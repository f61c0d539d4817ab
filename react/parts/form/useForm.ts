/** A form without markup: its values, what is wrong with them, and running the flow it is for. */
"use client"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type RefCallback, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react"
import { bindToUser } from "../../../layers/access/index.ts"
import { honourRetryAfter, RetryPolicy } from "../../../layers/call/index.ts"
import type { Reads } from "../../../layers/reads/index.ts"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { KnownError } from "../../../schemas/KnownError.ts"
import { type ClientServices, useRunEffect } from "../../index.ts"
import { useHydrated } from "../useHydrated.ts"
import { InputProblem } from "./InputProblem.ts"
import { problemOf } from "./problemOf.ts"
import { useUserId } from "./useUserId.ts"

/** What people typed, by field. */
export type Values = { readonly [field: string]: string | boolean }

/** What to show instead of a result: the flow's own error, or what was wrong before it started. */
export type Problem<E> = E | InvalidConfiguration | InputProblem

/** What a form is made of. */
export interface FormOptions<V extends Values, A, E> {
  readonly initial: V
  /** What is wrong with the values, by field. Asked when the form is submitted, before anything is sent. */
  readonly check?: (values: V) => { readonly [K in keyof V]?: InputProblem | undefined }
  readonly submit: (values: V) => Effect.Effect<A, E, ClientServices | Reads>
  /** Called with the result, and with what was submitted. */
  readonly onSuccess?: (result: A, values: V) => void
  /** Called with the flow's error. `true`: it is dealt with and not shown. */
  readonly onFailure?: (error: E | InvalidConfiguration, values: V) => boolean
  /** The form's name for the field an error is about, where the two differ: `{ newPassword: "password" }`. */
  readonly fields?: { readonly [errorField: string]: keyof V & string }
}

/** What the `<form>` element takes: `<form {...form.props}>`. */
export interface FormProps {
  /** A browser that sends the form by itself, as it does until scripts are there, puts no field into an address. */
  readonly method: "post"
  /** What is wrong is said by {@link Form.problems}. */
  readonly noValidate: true
  readonly onSubmit: (event: { readonly preventDefault: () => void }) => void
  /** Takes over what people typed before the page was alive, from fields that have the value's `name`. */
  readonly ref: RefCallback<HTMLFormElement>
}

/** A form as markup needs it. */
export interface Form<V extends Values, E = unknown> {
  readonly values: V
  /** Also takes back what was wrong with the field, and with the form. */
  readonly set: <K extends keyof V>(field: K, value: V[K]) => void
  /** What is wrong, at the field it belongs to. Stays until the field changes. */
  readonly problems: { readonly [K in keyof V]?: Problem<E> | undefined }
  /** What is wrong with no field in particular. */
  readonly problem: Problem<E> | undefined
  readonly pending: boolean
  /** The last submission succeeded and nothing was changed since. */
  readonly done: boolean
  /** The values differ from those that it began with, or that were submitted last. */
  readonly isChanged: boolean
  /**
   * `false` on a server and until the page is alive in the browser. Disable the button that submits meanwhile,
   * `<button disabled={!form.ready}>`: then the browser does not send the form by itself, whether people press or type
   * Enter.
   */
  readonly ready: boolean
  readonly props: FormProps
  /** How often submitting failed: whoever draws the form moves the focus when it grows. */
  readonly failures: number
  /** Does nothing while a submission runs. */
  readonly submit: () => void
  /** Forgets a submission that runs, too: it goes on, and nothing is told of it. */
  readonly reset: () => void
}

interface Fault<V extends Values, E> {
  readonly problems: { readonly [K in keyof V]?: Problem<E> | undefined }
  readonly problem: Problem<E> | undefined
}

const fine = { problems: {}, problem: undefined }

const idle = { pending: false, done: false, failures: 0 }

/** State and handlers of one form. When another user signs in, the form begins anew, and nothing typed before is sent. */
export const useForm = <V extends Values, A, E>(options: FormOptions<V, A, E>): Form<V, E> => {
  const runEffect = useRunEffect()
  const [values, setValues] = useState(options.initial)
  const [saved, setSaved] = useState(options.initial)
  const [fault, setFault] = useState<Fault<V, E>>(fine)
  const [progress, setProgress] = useState(idle)
  const user = useUserId()
  const [owner, setOwner] = useState(user)
  if (user !== undefined && user !== owner && !progress.pending) {
    setOwner(user)
    if (owner !== undefined) {
      setValues(options.initial)
      setSaved(options.initial)
      setFault(fine)
      setProgress(idle)
    }
  }
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
    setFault(fine)
    setProgress(({ failures }) => ({ pending: true, done: false, failures }))
    const exit = await runEffect(impatient(bindToUser(Effect.suspend(() => options.submit(values)))))
    if (running.current !== mine) return
    running.current = undefined
    setProgress(({ failures }) => ({ pending: false, done: Exit.isSuccess(exit), failures }))
    if (Exit.isSuccess(exit)) {
      setSaved(values)
      return options.onSuccess?.(exit.value, values)
    }
    const error = problemOf(exit.cause)
    // interrupted: the component is gone, or is on its way to another page
    if (error === undefined || options.onFailure?.(error, values) === true) return
    const field = fieldOf(error, options)
    fail(
      field === undefined
        ? { problems: {}, problem: error }
        : { problems: { [field]: error } as never, problem: undefined }
    )
  }, [runEffect, fail])

  const set: Form<V, E>["set"] = useCallback((field, value) => {
    setValues((before) => ({ ...before, [field]: value }))
    setFault(({ problems }) => ({ problems: { ...problems, [field]: undefined }, problem: undefined }))
    setProgress((before) => before.done ? { ...before, done: false } : before)
  }, [])

  const ref = useCallback((element: HTMLFormElement | null) => {
    if (element === null) return
    // a field that is named `elements` takes the place of the form's own property
    const elements: HTMLFormControlsCollection = Reflect.get(HTMLFormElement.prototype, "elements", element)
    for (const [field, value] of Object.entries(latest.current.values)) {
      const typed = typedIn(elements.namedItem(field), value)
      if (typed !== undefined && typed !== value) set(field, typed as V[string])
    }
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
      setFault(fine)
      setProgress(idle)
    }, [])
  }
}

/** What a field of the page holds, in the way of the form's value. */
const typedIn = (field: Element | RadioNodeList | null, value: string | boolean): string | boolean | undefined => {
  if (typeof value === "boolean") return field instanceof HTMLInputElement ? field.checked : undefined
  return field !== null && "value" in field && typeof field.value === "string" ? field.value : undefined
}

/** Somebody waits in front of the form: a long wait is for them to see, not to sit out. */
const impatient = Effect.updateService(RetryPolicy, (policy) => ({
  ...policy,
  schedule: honourRetryAfter({ longest: "5 seconds" })(policy.schedule)
}))

/** The form's field that an error is about. */
const fieldOf = <V extends Values>(
  error: unknown,
  { fields, initial }: Pick<FormOptions<V, never, never>, "initial" | "fields">
): (keyof V & string) | undefined => {
  const named = error instanceof InputProblem || error instanceof KnownError ? error.field : undefined
  if (named === undefined) return undefined
  const field = fields?.[named] ?? named
  return Object.hasOwn(initial, field) ? field : undefined
}
