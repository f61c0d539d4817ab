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

/** Renders a product, with buttons that switch to another product or cancel it. */
export const Plan = ({ cancel, hasCard, product, switchTo }:
  & Pick<ReadyOf<BillingState>, "cancel" | "switchTo">
  & { readonly product: CustomerProduct; readonly hasCard: boolean }): ReactNode =>
{
  const { billing } = useAccountTexts()
  const { day } = useDates()
  const { id, product: { displayName: name }, quantity, subscription, switchOptions = [] } = product
  const key = id ?? "_inline"
  const end = subscription?.currentPeriodEnd ?? null
  const options = hasCard && subscription != null ? switchOptions : []
  return (
    <Item
      title={name}
      busy={cancel.busy === key || switchTo.busy === key}
      stacked={options.length > 1}
      badges={[quantity > 1 ? { text: `× ${quantity}` } : undefined]}
      details={[
        subscription == null
          ? billing.ends
          : end === null
          ? undefined
          : interpolate(billing.renews, { time: day(end) })
      ]}
    >
      {subscription == null ? undefined : (
        <>
          {options.map(({ product: { displayName: other }, productId }) => (
            <Confirm
              key={productId}
              to={interpolate(billing.switchTo, { name: other })}
              title={interpolate(billing.switchTitle, { name: other })}
              onConfirm={() => switchTo.run(key, productId)}
            >
              {billing.switchHint}
            </Confirm>
          ))}
          <Confirm
            to={billing.cancel}
            about={name}
            look="remove"
            title={interpolate(billing.cancelTitle, { name })}
            onConfirm={() => cancel.run(key, id === null ? subscription.subscriptionId ?? undefined : undefined)}
          >
            {billing.cancelHint}
          </Confirm>
        </>
      )}
    </Item>
  )
}
