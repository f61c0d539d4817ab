/** Items: countable things that customers have, such as credits or seats. */
import * as Schema from "effect/Schema"
import { wireStruct } from "../wireNames.ts"

/** An item of a customer. */
export class PaymentItem extends Schema.Opaque<PaymentItem>()(wireStruct({
  id: Schema.String,
  displayName: Schema.String,
  /** Can be negative, after a deduction that was allowed to exceed the balance. */
  quantity: Schema.Finite
})) {}
