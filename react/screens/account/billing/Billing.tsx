/** The billing section. */
"use client"
import type { ReactNode } from "react"
import { type BillingState, useBillingSection } from "../../../parts/account/useBillingSection.ts"
import { ProblemNotice } from "../../elements/Notice.tsx"
import { useWords } from "../../Language.tsx"
import { lang } from "../../texts/english.ts"
import { interpolate } from "../../texts/interpolate.ts"
import { localeOf } from "../../texts/localeOf.ts"
import { useAccountTexts } from "../accountTexts.ts"
import { useDates } from "../dates.ts"
import { Empty, Item, List } from "../List.tsx"
import { LoadedView, type ReadyOf } from "../LoadedView.tsx"
import { VisuallyHidden } from "../VisuallyHidden.tsx"
import { Plan } from "./Plan.tsx"

const english = { lang }

export const Billing = (): ReactNode => <BillingView {...useBillingSection()} />

/** Renders the section for a given state. */
export const BillingView = (state: BillingState): ReactNode => (
  <LoadedView state={state}>{(ready) => <Ready {...ready} />}</LoadedView>
)

const Ready = ({ card, invoices, problem, products, ...actions }: ReadyOf<BillingState>) => {
  const { billing } = useAccountTexts()
  const { day } = useDates()
  const dollars = new Intl.NumberFormat(localeOf(useWords(english).lang), { style: "currency", currency: "USD" })
  return (
    <>
      <ProblemNotice problem={problem} />
      {products.length === 0
        ? <Empty title={billing.none} hint={billing.noneHint} />
        : (
          <List label={billing.plans} length={products.length}>
            {products.map((product) => (
              <Plan
                key={product.id}
                product={product}
                hasCard={card !== null}
                {...actions}
              />
            ))}
          </List>
        )}
      <h3>{billing.card}</h3>
      {card === null
        ? <p className="lk-hint">{billing.noCard}</p>
        : (
          <List label={billing.card} length={1}>
            <Item
              title={interpolate(billing.cardEnding, { brand: card.brand ?? billing.card, lastFour: card.last4 ?? "" })}
              details={[
                card.expMonth === null || card.expYear === null
                  ? undefined
                  : interpolate(billing.cardExpires, { month: card.expMonth, year: card.expYear })
              ]}
            />
          </List>
        )}
      {invoices.length === 0 ? null : (
        <>
          <h3>{billing.invoices}</h3>
          <List label={billing.invoices} length={invoices.length}>
            {invoices.map(({ amountTotal, createdAt, hostedInvoiceUrl, status }) => (
              <Item
                key={hostedInvoiceUrl ?? createdAt.getTime()}
                title={dollars.format(amountTotal / 100)}
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
                    <a href={hostedInvoiceUrl} target="_blank" rel="noreferrer">
                      <span>{billing.view}</span>
                      <VisuallyHidden>{day(createdAt)}</VisuallyHidden>
                    </a>
                  )}
              </Item>
            ))}
          </List>
        </>
      )}
    </>
  )
}
