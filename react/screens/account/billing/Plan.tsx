/** A product in the billing section. */
"use client"
import type { ReactNode } from "react"
import type { CustomerProduct } from "../../../../schemas/entities/PaymentProduct.ts"
import type { BillingState } from "../../../parts/account/useBillingSection.ts"
import { interpolate } from "../../texts/interpolate.ts"
import { useAccountTexts } from "../accountTexts.ts"
import { Confirm } from "../Confirm.tsx"
import { useDates } from "../dates.ts"
import { Item } from "../List.tsx"
import type { ReadyOf } from "../LoadedView.tsx"
import { useMoney } from "./money.ts"

/** Renders a product, with buttons to switch to another product or to cancel. */
export const Plan = ({ cancel, hasCard, product, switchTo }:
  & Pick<ReadyOf<BillingState>, "cancel" | "switchTo">
  & { readonly product: CustomerProduct; readonly hasCard: boolean }): ReactNode =>
{
  const { billing } = useAccountTexts()
  const { day } = useDates()
  const { priceOf } = useMoney()
  const { id, product: { displayName: name }, quantity, subscription, switchOptions = [] } = product
  const key = id ?? "_inline"
  const end = subscription?.currentPeriodEnd ?? null
  const renews = subscription != null && !subscription.cancelAtPeriodEnd
  const options = hasCard && renews ? switchOptions : []
  return (
    <Item
      title={name}
      busy={cancel.busy === key || switchTo.busy === key}
      stacked={options.length > 1}
      badges={[quantity > 1 ? { text: `× ${quantity}` } : undefined]}
      details={[
        priceOf(product.product),
        !renews
          ? billing.ends
          : end === null
          ? undefined
          : interpolate(billing.renews, { time: day(end) })
      ]}
    >
      {!renews ? undefined : (
        <>
          {options.map(({ product: other, productId }) => (
            <Confirm
              key={productId}
              to={interpolate(billing.switchTo, { name: other.displayName })}
              title={interpolate(billing.switchTitle, { name: other.displayName })}
              onConfirm={() => switchTo.run(key, productId)}
            >
              {[priceOf(other), billing.switchHint].filter((text) => text !== undefined).join(" · ")}
            </Confirm>
          ))}
          {subscription.isCancelable
            ? (
              <Confirm
                to={billing.cancel}
                about={name}
                look="remove"
                title={interpolate(billing.cancelTitle, { name })}
                onConfirm={() => cancel.run(key, id === null ? subscription.subscriptionId ?? undefined : undefined)}
              >
                {billing.cancelHint}
              </Confirm>
            )
            : null}
        </>
      )}
    </Item>
  )
}
