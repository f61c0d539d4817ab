import type * as Exit from "effect/Exit"
import type * as Tracer from "effect/Tracer"

/** Listens to the attributes of a span, and to its end, once. The span was made a moment ago, and goes on as it would have. */
export const listenToSpan = (span: Tracer.Span, hear: {
  readonly attribute: (name: string, value: unknown) => void
  readonly end: (nanos: bigint, exit: Exit.Exit<unknown, unknown>) => void
}): void => {
  const { attribute, end } = span
  const { startTime } = span.status
  span.attribute = (name, value) => {
    attribute.call(span, name, value)
    hear.attribute(name, value)
  }
  span.end = (endTime, exit) => {
    const isFirst = span.status._tag === "Started"
    end.call(span, endTime, exit)
    if (isFirst) hear.end(endTime - startTime, exit)
  }
}
