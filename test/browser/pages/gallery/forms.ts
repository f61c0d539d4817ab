/** Forms in fixed states, for rendering screens. */
import type { Form, FormValues } from "../../../../react/parts/form/useForm.ts"

/** A form with fixed values and state that does nothing. */
export const form = <V extends FormValues>(values: V, state: Partial<Form<V>> = {}): Form<V> => ({
  values,
  set: () => {},
  problems: {},
  problem: undefined,
  pending: false,
  done: false,
  isChanged: true,
  failures: 0,
  ready: true,
  props: { method: "post", noValidate: true, onSubmit: (event) => event.preventDefault(), ref: () => {} },
  submit: () => {},
  reset: () => {},
  ...state
})

export const nothing = () => {}
