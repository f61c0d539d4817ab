/** The billing section. */
"use client"
import type { ReactNode } from "react"
import { type BillingState, useBillingSection } from "../../../parts/account/useBillingSection.ts"
import { ButtonLink } from "../../elements/Button.tsx"
import { ProblemNotice } from "../../elements/Notice.tsx"
import { interpolate } from "../../texts/interpolate.ts"
import { useAccountTexts } from "../accountTexts.ts"
import { useDates } from "../dates.ts"
import { Empty, Item, List } from "../List.tsx"
import { LoadedView, type ReadyOf } from "../LoadedView.tsx"
import { VisuallyHidden } from "../VisuallyHidden.tsx"
import { useMoney } from "./money.ts"
import { Plan } from "./Plan.tsx"

export const Billing = (): ReactNode => <BillingView {...useBillingSection()} />

/** Renders the section for a given state. */
export const BillingView = (state: BillingState): ReactNode => (
  <LoadedView state={state}>{(ready) => <Ready {...ready} />}</LoadedView>
)

const Ready = ({ card, invoices, problem, products, ...actions }: ReadyOf<BillingState>) => {
  const { billing } = useAccountTexts()
  const { day } = useDates()
  const { amount } = useMoney()
  return (
    <>
      <ProblemNotice problem={problem} />
      {products.length === 0
        ? <Empty title={billing.none} hint={billing.noneHint} />
        : (
          <List label={billing.plans} length={products.length}>
            {products.map((product, index) => (
              <Plan
                key={product.subscription?.subscriptionId ?? product.id ?? index}
                product={product}
                hasCard={card !== null}
                {...actions}
              />
            ))}
          </List>
        )}
      <div className="lk-part">
        <h3>{billing.card}</h3>
        {card === null
          ? <p className="lk-hint">{billing.noCard}</p>
          : (
            <List label={billing.card} length={1}>
              <Item
                title={interpolate(billing.cardEnding, {
                  brand: card.brand === null ? billing.card : brands[card.brand] ?? card.brand,
                  lastFour: card.last4 ?? ""
                })}
                details={[
                  card.expMonth === null || card.expYear === null
                    ? undefined
                    : interpolate(billing.cardExpires, { month: card.expMonth, year: card.expYear })
                ]}
              />
            </List>
          )}
      </div>
      {invoices.length === 0 ? null : (
        <div className="lk-part">
          <h3>{billing.invoices}</h3>
          <List label={billing.invoices} length={invoices.length}>
            {invoices.map(({ amountTotal, createdAt, hostedInvoiceUrl, status }) => (
              <Item
                key={hostedInvoiceUrl ?? createdAt.getTime()}
                title={amount(amountTotal / 100)}
                badges={[
                  status === null ? undefined : {
                    text: billing.statuses[status as keyof typeof billing.statuses] ?? status,
                    ...status === "open" || status === "uncollectible" ? { look: "danger" as const } : {}
                  }
                ]}
                details={[day(createdAt)]}
              >
                {hostedInvoiceUrl === null
                  ? undefined
                  : (
                    <ButtonLink
                      className="lk-small"
                      look="quiet"
                      href={hostedInvoiceUrl}
                      target="_blank"
                      rel="noreferrer"
                    >
                      {billing.view}
                      <VisuallyHidden>{day(createdAt)}</VisuallyHidden>
                    </ButtonLink>
                  )}
              </Item>
            ))}
          </List>
        </div>
      )}
    </>
  )
}

/** Names of the card brands, by the payment provider's names for them. */
const brands: { readonly [brand: string]: string } = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa"
}
